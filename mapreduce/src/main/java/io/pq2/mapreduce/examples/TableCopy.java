package io.pq2.mapreduce.examples;

import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.mapreduce.Pq2FileSplit;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.mapreduce.Pq2OutputFormat;
import io.pq2.mapreduce.internal.InputFileListing;
import io.pq2.record.Row;
import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Copies a table with another codec and row group size. The new table has the schema of the first file; fields that
 * another file lacks are null there. {@code -D pq2.read.columns=…} selects columns, {@code -D pq2.read.filter=…}
 * selects rows.
 *
 * <p>Hadoop's identity mapper is enough for most tables, because the output format accepts the rows of the input
 * format. The partition columns of a partitioned table are only in the names of its directories, so the copy of a file
 * is written to a directory of the same name.
 */
public final class TableCopy extends Configured implements Tool {

    /** Writes the rows of a file to the partition of the file. */
    @SuppressWarnings("NullAway.Init") // Hadoop calls setup before map.
    public static final class PartitionMapper extends Mapper<NullWritable, Row, NullWritable, Row> {

        private MultipleOutputs<NullWritable, Row> outputs;
        private String partition;

        @Override
        protected void setup(Mapper<NullWritable, Row, NullWritable, Row>.Context context) {
            outputs = new MultipleOutputs<>(context);
            // Without combined splits, a task reads a part of one file.
            partition = partition(((Pq2FileSplit) context.getInputSplit()).getPath());
        }

        @Override
        protected void map(NullWritable key, Row row, Mapper<NullWritable, Row, NullWritable, Row>.Context context)
                throws IOException, InterruptedException {
            if (partition.isEmpty()) {
                context.write(key, row);
            } else {
                outputs.write(key, row, partition + "/part");
            }
        }

        @Override
        protected void cleanup(Mapper<NullWritable, Row, NullWritable, Row>.Context context)
                throws IOException, InterruptedException {
            outputs.close();
        }
    }

    /**
     * Returns the directories {@code column=value} that contain a file, joined by slashes; empty if the table is not
     * partitioned.
     */
    static String partition(Path file) {
        Path directory = file.getParent();
        StringBuilder partition = new StringBuilder();
        while (directory != null && directory.getName().indexOf('=') > 0) {
            partition.insert(0, directory.getName() + (partition.length() == 0 ? "" : "/"));
            directory = directory.getParent();
        }
        return partition.toString();
    }

    @Override
    public int run(String[] arguments) throws IOException, InterruptedException, ClassNotFoundException {
        if (arguments.length != 4) {
            System.err.println("usage: copy [-D key=value ...] <table> <output> <codec> <row group bytes>");
            return 2;
        }
        Job job = Job.getInstance(getConf(), "copy of " + arguments[0]);
        job.setJarByClass(TableCopy.class);
        job.setInputFormatClass(Pq2InputFormat.class);
        Pq2InputFormat.addInputPath(job, new Path(arguments[0]));
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(Row.class);
        if (isPartitioned(job)) {
            job.setMapperClass(PartitionMapper.class);
            job.getConfiguration().setBoolean(HadoopSplitOptions.COMBINE, false);
            // Without lazy output, each task would also write an empty file outside of the partitions.
            LazyOutputFormat.setOutputFormatClass(job, Pq2OutputFormat.class);
        } else {
            job.setMapperClass(Mapper.class);
            job.setOutputFormatClass(Pq2OutputFormat.class);
        }
        Pq2OutputFormat.setOutputPath(job, new Path(arguments[1]));
        Pq2OutputFormat.setSchema(job.getConfiguration(), Pq2InputFormat.readSchema(job));
        job.getConfiguration().set(HadoopWriteOptions.COMPRESSION, arguments[2]);
        job.getConfiguration().set(HadoopWriteOptions.ROW_GROUP_BYTES, arguments[3]);
        return ExampleJob.run(job);
    }

    private static boolean isPartitioned(Job job) throws IOException {
        for (FileStatus file : InputFileListing.list(Pq2InputFormat.getInputPaths(job), null, job.getConfiguration())) {
            if (!partition(file.getPath()).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs the job and ends the process with its exit code.
     *
     * @param arguments the arguments of {@link #run}
     */
    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new TableCopy(), arguments));
    }
}
