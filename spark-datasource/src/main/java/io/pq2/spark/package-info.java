/**
 * The Spark data source {@code pq2}: the schemas, rows and options of Spark 4.2 on one side, the batches of {@code io.pq2} on
 * the other. It behaves as Spark's built-in Parquet source does, with the same configuration keys and options.
 */
package io.pq2.spark;
