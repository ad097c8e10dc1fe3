/** Partial aggregates of whole batches, in the buffers of Spark's aggregate functions. */
@NullMarked
package io.pq2.spark.internal.partial;

import org.jspecify.annotations.NullMarked;
