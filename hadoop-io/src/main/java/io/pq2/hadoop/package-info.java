/**
 * Parquet files on Hadoop's file systems.
 *
 * <p>{@link io.pq2.hadoop.HadoopInputFile} and {@link io.pq2.hadoop.HadoopOutputFile} connect the format to
 * {@link org.apache.hadoop.fs.FileSystem}: files are opened with their known length and the read policy of columnar files, ranges
 * are read with Hadoop's vectored reads where a stream has them, and files that are given up are removed.
 * {@link io.pq2.hadoop.HiddenFiles} says which files of a directory are data.
 *
 * <p>{@link io.pq2.hadoop.SplitPlanner} plans which task reads what, see docs/design/splits.md: it surveys the files, by their
 * footers ({@link io.pq2.hadoop.FooterCache}) or by their lengths, and {@link io.pq2.hadoop.SplitWork} divides what there is to read.
 *
 * <p>{@link io.pq2.hadoop.HadoopEncryption} has files encrypted and decrypted as a configuration says; clients of key management services are
 * in {@link io.pq2.hadoop.kms}.
 */
package io.pq2.hadoop;
