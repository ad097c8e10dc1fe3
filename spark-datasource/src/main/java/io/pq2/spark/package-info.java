/**
 * The Spark data source {@code pq2}. It reads and writes Parquet files for Spark 4.2, with the behaviour, configuration
 * keys and options of Spark's built-in Parquet source.
 *
 * <p>This package holds the types that users, Spark or configuration name: the data source, the session extensions,
 * the commit protocol, the compaction of tables, and the losses of scans. The implementation is in {@code
 * io.pq2.spark.internal}; the counts of scans are in {@link io.pq2.hadoop.metrics}.
 */
@NullMarked
package io.pq2.spark;

import org.jspecify.annotations.NullMarked;
