package io.pq2.mapreduce.examples;

import io.pq2.exception.InvalidDataException;
import io.pq2.mapreduce.Pq2OutputFormat;
import io.pq2.mapreduce.RecordWritable;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Imports lines of text into a partitioned table: {@code output/column=value/part-….parquet}. The partition column is
 * in the names of the directories, not in the files. A line has the fields of the schema in their order, separated by
 * delimiters; an empty field is null. A line of another format ends the job with an error that names the line.
 *
 * <p>Mappers send rows as {@link RecordWritable}s. Reducers write one file for each of their partitions with
 * {@link MultipleOutputs}.
 */
public final class TextImport extends Configured implements Tool {

    private static final String LINE_SCHEMA = "example.import.schema";
    private static final String DELIMITER = "example.import.delimiter";
    private static final String PARTITION = "example.import.partition";

    /** The characters that Hive escapes in the names of directories. */
    private static final Pattern ESCAPED = Pattern.compile("[\\x00-\\x1f\\x7f\"#%'*/:=?\\\\{}\\[\\]^]");

    private static final String NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__";

    /** Converts each line to a row. Writes it with the directory of its partition as the key. */
    @SuppressWarnings("NullAway.Init") // Hadoop calls setup before map.
    public static final class LineMapper extends Mapper<LongWritable, Text, Text, RecordWritable> {

        private final Text directory = new Text();
        private LineFormat lines;
        private RecordWritable row;

        @Override
        protected void setup(Mapper<LongWritable, Text, Text, RecordWritable>.Context context) {
            Configuration configuration = context.getConfiguration();
            lines = new LineFormat(
                    SchemaText.parse(configuration.get(LINE_SCHEMA)),
                    configuration.get(DELIMITER),
                    configuration.get(PARTITION));
            row = new RecordWritable(Pq2OutputFormat.schema(configuration), configuration);
        }

        @Override
        protected void map(
                LongWritable offset, Text line, Mapper<LongWritable, Text, Text, RecordWritable>.Context context)
                throws IOException, InterruptedException {
            try {
                directory.set(lines.parse(line.toString(), row.get()));
            } catch (InvalidDataException e) {
                String place =
                        LinePlace.of((FileSplit) context.getInputSplit(), offset.get(), context.getConfiguration());
                throw new InvalidDataException(place + ": " + e.getMessage() + "; expected " + lines, e);
            }
            context.write(directory, row);
        }
    }

    /** Writes the rows of each partition to a file. */
    @SuppressWarnings("NullAway.Init") // Hadoop calls setup before reduce.
    public static final class PartitionReducer extends Reducer<Text, RecordWritable, Text, RecordWritable> {

        private MultipleOutputs<Text, RecordWritable> outputs;

        @Override
        protected void setup(Reducer<Text, RecordWritable, Text, RecordWritable>.Context context) {
            outputs = new MultipleOutputs<>(context);
        }

        @Override
        protected void reduce(
                Text directory,
                Iterable<RecordWritable> rows,
                Reducer<Text, RecordWritable, Text, RecordWritable>.Context context)
                throws IOException, InterruptedException {
            String base = directory + "/part";
            for (RecordWritable row : rows) {
                outputs.write(directory, row, base);
            }
        }

        @Override
        protected void cleanup(Reducer<Text, RecordWritable, Text, RecordWritable>.Context context)
                throws IOException, InterruptedException {
            outputs.close();
        }
    }

    /** Returns the name of a partition's directory. */
    static String directory(String column, String value) {
        return escaped(column) + '=' + (value.isEmpty() ? NULL_PARTITION : escaped(value));
    }

    private static String escaped(String text) {
        return ESCAPED.matcher(text)
                .replaceAll(found -> String.format("%%%02X", (int) found.group().charAt(0)));
    }

    @Override
    public int run(String[] arguments) throws IOException, InterruptedException, ClassNotFoundException {
        if (arguments.length != 5) {
            System.err.println("usage: import [-D key=value ...] <text> <output> <delimiter> <partition column>"
                    + " <schema of a line>");
            return 2;
        }
        Schema rows = new LineFormat(SchemaText.parse(arguments[4]), arguments[2], arguments[3]).rows();
        Job job = Job.getInstance(getConf(), "import of " + arguments[0]);
        job.setJarByClass(TextImport.class);
        job.setInputFormatClass(TextInputFormat.class);
        FileInputFormat.addInputPath(job, new Path(arguments[0]));
        job.getConfiguration().set(LINE_SCHEMA, arguments[4]);
        job.getConfiguration().set(DELIMITER, arguments[2]);
        job.getConfiguration().set(PARTITION, arguments[3]);
        job.setMapperClass(LineMapper.class);
        job.setReducerClass(PartitionReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(RecordWritable.class);
        RecordWritable.declare(job.getConfiguration(), rows);
        // All rows go to partitions. Without lazy output, each task would also write an empty file outside of them.
        LazyOutputFormat.setOutputFormatClass(job, Pq2OutputFormat.class);
        Pq2OutputFormat.setOutputPath(job, new Path(arguments[1]));
        Pq2OutputFormat.setSchema(job.getConfiguration(), rows);
        return ExampleJob.run(job);
    }

    /**
     * Runs the job and ends the process with its exit code.
     *
     * @param arguments the arguments of {@link #run}
     */
    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new TextImport(), arguments));
    }
}
