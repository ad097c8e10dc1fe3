/**
 * Parquet files on Hadoop file systems.
 *
 * <p>{@link io.pq2.hadoop.file.HadoopInputFile} reads and {@link io.pq2.hadoop.file.HadoopOutputFile} writes a file of
 * any {@link org.apache.hadoop.fs.FileSystem}. Input files are opened with their known length and the read policy for
 * columnar formats. Byte ranges are read with Hadoop's vectored reads if the stream supports them, and again after a
 * storage error. {@link io.pq2.hadoop.file.HiddenFiles} distinguishes data files from hidden files.
 */
@NullMarked
package io.pq2.hadoop.file;

import org.jspecify.annotations.NullMarked;
