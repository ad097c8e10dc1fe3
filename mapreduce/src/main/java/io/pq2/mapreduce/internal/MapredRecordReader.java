package io.pq2.mapreduce.internal;

import io.pq2.mapreduce.RecordWritable;
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

/** The rows of a split as records, for the older API. */
public final class MapredRecordReader implements RecordReader<NullWritable, RecordWritable> {

    private final RowRecordReader rows = new RowRecordReader();
    private final JobConf job;
    private final long length;
    private FilePartReader part;
    private DeclaredSchema schema;

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

    /** A record of the schema of the first file, as far as it is read. */
    @Override
    public RecordWritable createValue() {
        RecordWritable value = new RecordWritable();
        value.setConf(job);
        if (rows.part() != null) {
            value.become(schema());
        }
        return value;
    }

    /** The schema of the part of the split that is being read; another one may have another. */
    @SuppressWarnings("ReferenceEquality") // A part is equal to itself only.
    private DeclaredSchema schema() {
        if (part != rows.part()) {
            part = rows.part();
            schema = DeclaredSchema.of(part.schema());
        }
        return schema;
    }

    @Override
    public boolean next(NullWritable key, RecordWritable value) throws IOException {
        if (!rows.nextKeyValue()) {
            return false;
        }
        value.become(schema());
        value.get().copy(rows.getCurrentValue());
        return true;
    }

    /** Bytes are not what is counted; the framework only wants to know how far it is. */
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

    /** The counters of the older API. A reporter that has none loses what is counted. */
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

        private static Counter orNone(Counter counter) {
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
