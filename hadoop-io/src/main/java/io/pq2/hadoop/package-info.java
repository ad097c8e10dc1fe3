/**
 * Parquet files on Hadoop's file systems.
 *
 * <p>{@link io.pq2.hadoop.HadoopInputFile} and {@link io.pq2.hadoop.HadoopOutputFile} connect the format to
 * {@link org.apache.hadoop.fs.FileSystem}: files are opened with their known length and the read policy of columnar files, ranges
 * are read with Hadoop's vectored reads where a stream has them, and files that are given up are removed.
 * {@link io.pq2.hadoop.HiddenFiles} says which files of a directory are data and {@link io.pq2.hadoop.SplitPlanner} how a file
 * is cut into splits.
 */
package io.pq2.hadoop;
