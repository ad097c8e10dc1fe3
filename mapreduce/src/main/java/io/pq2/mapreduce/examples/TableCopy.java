package io.pq2.mapreduce.examples;

import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.mapreduce.Pq2OutputFormat;
import io.pq2.record.RecordValue;
import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Copies a table with another codec and row group size. Hadoop's identity mapper is enough, because the output format
 * accepts the rows of the input format. The new table has the schema of the first file; fields that another file lacks
 * are null there. {@code -D pq2.read.columns=…} selects columns, {@code -D pq2.read.filter=…} selects rows.
 */
public final class TableCopy extends Configured implements Tool {

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
        job.setMapperClass(Mapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(RecordValue.class);
        job.setOutputFormatClass(Pq2OutputFormat.class);
        Pq2OutputFormat.setOutputPath(job, new Path(arguments[1]));
        Pq2OutputFormat.setSchema(job.getConfiguration(), Pq2InputFormat.readSchema(job));
        job.getConfiguration().set(HadoopWriteOptions.COMPRESSION, arguments[2]);
        job.getConfiguration().set(HadoopWriteOptions.ROW_GROUP_BYTES, arguments[3]);
        return job.waitForCompletion(true) ? 0 : 1;
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
