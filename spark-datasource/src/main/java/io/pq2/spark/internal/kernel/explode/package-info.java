/** Batches with a row for each element of arrays or entry of maps, and with several projections of each row. */
@NullMarked
package io.pq2.spark.internal.kernel.explode;

import org.jspecify.annotations.NullMarked;
