/** Numbers that are computed from the columns of a batch. */
@NullMarked
package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullMarked;
