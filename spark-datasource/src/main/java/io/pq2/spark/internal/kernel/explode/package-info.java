/** Batches with a row for each element of arrays or entry of maps. */
@NullMarked
package io.pq2.spark.internal.kernel.explode;

import org.jspecify.annotations.NullMarked;
