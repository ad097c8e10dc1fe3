package io.pq2.mapreduce.internal;

import io.pq2.mapreduce.RecordWritable;
import io.pq2.schema.Schema;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.counters.GenericCounter;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a split as records, for the API {@code org.apache.hadoop.mapred}. */
public final class MapredRecordReader implements RecordReader<NullWritable, RecordWritable> {

    private final RowRecordReader rows = new RowRecordReader();
    private final JobConf job;
    private final long length;
    /** The part whose schema is known; absent before the first row. */
    private @Nullable FilePartReader part;

    private @Nullable Schema schema;

    public MapredRecordReader(FileSplit split, JobConf job, Reporter reporter) throws IOException {
        this.job = job;
        this.length = split.getLength();
        String id = job.get(MRJobConfig.TASK_ATTEMPT_ID);
        TaskAttemptID attempt = id == null ? new TaskAttemptID() : TaskAttemptID.forName(id);
        boolean open = false;
        try {
            rows.initialize(split, new TaskAttemptContextImpl(job, attempt, new Reports(reporter)));
            open = true;
        } finally {
            if (!open) {
                rows.close();
            }
        }
    }

    @Override
    public NullWritable createKey() {
        return NullWritable.get();
    }

    /** Creates a record with the schema of the rows of the current file. */
    @Override
    public RecordWritable createValue() {
        RecordWritable value = new RecordWritable();
        value.setConf(job);
        FilePartReader current = rows.part();
        if (current != null) {
            value.setSchema(schema(current));
        }
        return value;
    }

    /** Returns the schema of the part of the split that is being read. Parts may differ in their schema. */
    @SuppressWarnings("ReferenceEquality") // Parts are compared by identity, as intended.
    private Schema schema(FilePartReader current) {
        if (part != current || schema == null) {
            part = current;
            // The cached instance, which records recognize without comparing schemas.
            schema = DeclaredSchema.of(current.schema()).schema();
        }
        return schema;
    }

    @Override
    public boolean next(NullWritable key, RecordWritable value) throws IOException {
        FilePartReader current = rows.nextKeyValue() ? rows.part() : null;
        if (current == null) {
            return false;
        }
        value.setSchema(schema(current));
        value.get().copy(rows.getCurrentValue());
        return true;
    }

    /** Returns the progress as a number of bytes. It is an estimate, because the reader counts rows. */
    @Override
    public long getPos() {
        return (long) (length * (double) rows.getProgress());
    }

    @Override
    public float getProgress() {
        return rows.getProgress();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }

    /** Passes counters and progress to a reporter of the older API. Counts are lost if the reporter has no counters. */
    private static final class Reports extends StatusReporter {

        private final Reporter reporter;

        Reports(Reporter reporter) {
            this.reporter = reporter;
        }

        @Override
        public Counter getCounter(Enum<?> name) {
            return orNone(reporter.getCounter(name));
        }

        @Override
        public Counter getCounter(String group, String name) {
            return orNone(reporter.getCounter(group, name));
        }

        private static Counter orNone(@Nullable Counter counter) {
            return counter == null ? new GenericCounter() : counter;
        }

        @Override
        public void progress() {
            reporter.progress();
        }

        @Override
        public float getProgress() {
            return reporter.getProgress();
        }

        @Override
        public void setStatus(String status) {
            reporter.setStatus(status);
        }
    }
}
