/** Filters and partial aggregates of whole batches, with the results of Spark's operators. */
@NullMarked
package io.pq2.spark.internal.batch;

import org.jspecify.annotations.NullMarked;
