/**
 * Parquet files in MapReduce jobs ({@code org.apache.hadoop.mapreduce} and {@code org.apache.hadoop.mapred}).
 *
 * <p>{@link io.pq2.mapreduce.Pq2InputFormat} reads rows. A split contains certain row groups of one or more files, or
 * byte ranges, which contain the row groups whose midpoint lies in them. Each row group is read once
 * ({@link io.pq2.hadoop.split.SplitPlanner}). {@link io.pq2.mapreduce.Pq2OutputFormat} writes one file for each task,
 * into the directory of the task attempt; the job's committer makes it visible.
 *
 * <pre>{@code
 * Job job = Job.getInstance(configuration);
 * job.setInputFormatClass(Pq2InputFormat.class);
 * Pq2InputFormat.addInputPath(job, new Path("orders"));
 * Pq2InputFormat.setColumns(job.getConfiguration(), "customer", "amount");
 * job.setMapperClass(AmountMapper.class); // extends Mapper<NullWritable, Row, Text, IntWritable>
 * job.setReducerClass(TotalReducer.class); // extends Reducer<Text, IntWritable, NullWritable, RecordValue>
 * job.setOutputFormatClass(Pq2OutputFormat.class);
 * Pq2OutputFormat.setOutputPath(job, new Path("totals"));
 * Pq2OutputFormat.setSchema(job.getConfiguration(), SchemaText.parse(
 *         "message totals { required binary customer (STRING); required int64 amount; }"));
 * }</pre>
 *
 * <p>A reducer creates one {@link io.pq2.record.RecordValue} of {@link io.pq2.mapreduce.Pq2OutputFormat#schema} and
 * fills it for each row. {@link io.pq2.mapreduce.RecordWritable} serializes records between mappers and reducers.
 * {@link io.pq2.mapreduce.Pq2MapredInputFormat} and {@link io.pq2.mapreduce.Pq2MapredOutputFormat} are for the older
 * API {@code org.apache.hadoop.mapred}. {@code io.pq2.mapreduce.examples} contains example jobs.
 *
 * <p>{@link io.pq2.hadoop.metrics.ScanCounter} and {@link io.pq2.mapreduce.WriteCounter} are the job's counters.
 * docs/configuration.md describes the configuration keys.
 */
@NullMarked
package io.pq2.mapreduce;

import org.jspecify.annotations.NullMarked;
