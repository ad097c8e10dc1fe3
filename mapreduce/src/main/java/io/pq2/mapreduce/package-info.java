/**
 * Parquet files in MapReduce jobs ({@code org.apache.hadoop.mapreduce}).
 *
 * <p>{@link io.pq2.mapreduce.Pq2InputFormat} reads rows, one split of a file for each task: a task reads the row groups whose
 * mid-point lies in its split, so that each is read once however the files are cut. {@link io.pq2.mapreduce.Pq2OutputFormat}
 * writes one file for each task, into the directory of the task attempt; the job's committer makes it visible.
 */
package io.pq2.mapreduce;
