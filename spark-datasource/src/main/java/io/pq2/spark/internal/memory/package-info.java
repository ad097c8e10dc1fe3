/** What tasks keep in memory beyond a batch, with the permission of Spark's memory manager. */
@org.jspecify.annotations.NullMarked
package io.pq2.spark.internal.memory;
