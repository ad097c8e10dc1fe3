/** Joins of batches with the rows of a broadcast. */
@NullMarked
package io.pq2.spark.internal.kernel.join;

import org.jspecify.annotations.NullMarked;
