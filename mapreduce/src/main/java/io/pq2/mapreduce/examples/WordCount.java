package io.pq2.mapreduce.examples;

import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.mapreduce.Pq2OutputFormat;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Counts the words in a text column of a table. The result is a table with columns {@code word} and {@code count}.
 * Reads only that column. {@code -D pq2.read.filter=…} selects rows.
 */
public final class WordCount extends Configured implements Tool {

    private static final Schema COUNTS =
            SchemaText.parse("message counts { required binary word (STRING); required int64 count; }");

    /** Writes each word of a row with a count of 1. */
    public static final class WordMapper extends Mapper<NullWritable, Row, Text, LongWritable> {

        private final Text word = new Text();
        private final LongWritable one = new LongWritable(1);

        @Override
        protected void map(NullWritable key, Row row, Mapper<NullWritable, Row, Text, LongWritable>.Context context)
                throws IOException, InterruptedException {
            // The job reads one column, so its index is 0.
            if (row.isNull(0)) {
                return;
            }
            StringTokenizer words = new StringTokenizer(row.getString(0));
            while (words.hasMoreTokens()) {
                word.set(words.nextToken());
                context.write(word, one);
            }
        }
    }

    /** Writes the sum of the counts of each word. */
    public static final class CountReducer extends Reducer<Text, LongWritable, NullWritable, RecordValue> {

        private final RecordValue count = new RecordValue(COUNTS);

        @Override
        protected void reduce(
                Text word,
                Iterable<LongWritable> counts,
                Reducer<Text, LongWritable, NullWritable, RecordValue>.Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable some : counts) {
                sum += some.get();
            }
            count.setString("word", word.toString()).setLong("count", sum);
            context.write(NullWritable.get(), count);
        }
    }

    @Override
    public int run(String[] arguments) throws IOException, InterruptedException, ClassNotFoundException {
        if (arguments.length != 3) {
            System.err.println("usage: wordcount [-D key=value ...] <table> <column> <output>");
            return 2;
        }
        Job job = Job.getInstance(getConf(), "words of " + arguments[1] + " in " + arguments[0]);
        job.setJarByClass(WordCount.class);
        job.setInputFormatClass(Pq2InputFormat.class);
        Pq2InputFormat.addInputPath(job, new Path(arguments[0]));
        Pq2InputFormat.setColumns(job.getConfiguration(), arguments[1]);
        job.setMapperClass(WordMapper.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(LongWritable.class);
        job.setCombinerClass(LongSumReducer.class);
        job.setReducerClass(CountReducer.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(RecordValue.class);
        job.setOutputFormatClass(Pq2OutputFormat.class);
        Pq2OutputFormat.setOutputPath(job, new Path(arguments[2]));
        Pq2OutputFormat.setSchema(job.getConfiguration(), COUNTS);
        return ExampleJob.run(job);
    }

    /**
     * Runs the job and ends the process with its exit code.
     *
     * @param arguments the arguments of {@link #run}
     */
    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new WordCount(), arguments));
    }
}
