package io.pq2.mapreduce;

import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.schema.Field;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Runs a task in its own JVM: writes or reads a file with many columns that do not compress.
 */
public final class SmallHeap {

    static final int COLUMNS = 50;
    static final int ROWS = 380_000;

    private SmallHeap() {}

    private static Schema schema() {
        List<Field> fields = new ArrayList<>();
        for (int column = 0; column < COLUMNS; column++) {
            fields.add(new PrimitiveField("c" + column, Repetition.OPTIONAL, PhysicalType.INT64));
        }
        return new Schema("wide", fields);
    }

    /** Returns a pseudorandom value. */
    private static long value(int row, int column) {
        long mixed = ((long) row * COLUMNS + column + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /**
     * Runs the task.
     *
     * @param arguments {@code write} or {@code read}, a directory, and optional configuration keys with their values
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Job job = Job.getInstance(new Configuration(false));
        Configuration configuration = job.getConfiguration();
        for (int i = 2; i < arguments.length; i += 2) {
            configuration.set(arguments[i], arguments[i + 1]);
        }
        TaskAttemptID id = TaskAttemptID.forName("attempt_1_0001_m_000000_0");
        configuration.set(MRJobConfig.TASK_ATTEMPT_ID, id.toString());
        Path directory = new Path(arguments[1]);
        if (arguments[0].equals("write")) {
            FileOutputFormat.setOutputPath(job, directory);
            write(new TaskAttemptContextImpl(configuration, id));
        } else {
            FileInputFormat.addInputPath(job, directory);
            configuration.setBoolean("pq2.splits.combine", false);
            read(job, new TaskAttemptContextImpl(configuration, id));
        }
    }

    private static void write(TaskAttemptContext context) throws IOException, InterruptedException {
        Schema schema = schema();
        Pq2OutputFormat.setSchema(context.getConfiguration(), schema);
        RecordWriter<Object, Object> writer = new Pq2OutputFormat().getRecordWriter(context);
        RecordValue record = new RecordValue(schema);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                record.setLong(column, value(row, column));
            }
            writer.write(NullWritable.get(), record);
        }
        writer.close(context);
    }

    private static void read(Job job, TaskAttemptContext context) throws IOException, InterruptedException {
        int row = 0;
        Pq2InputFormat format = new Pq2InputFormat();
        List<InputSplit> splits = new ArrayList<>(format.getSplits(job));
        splits.sort(Comparator.comparingLong(split -> ((Pq2FileSplit) split).getStart()));
        for (InputSplit split : splits) {
            try (RecordReader<NullWritable, Row> reader = format.createRecordReader(split, context)) {
                reader.initialize(split, context);
                for (; reader.nextKeyValue(); row++) {
                    check(reader.getCurrentValue(), row);
                }
            }
        }
        if (row != ROWS) {
            throw new IOException(row + " rows");
        }
    }

    private static void check(Row values, int row) throws IOException {
        for (int column = 0; column < COLUMNS; column++) {
            if (values.getLong(column) != value(row, column)) {
                throw new IOException("row " + row + ", column " + column + ": " + values.getLong(column));
            }
        }
    }
}
