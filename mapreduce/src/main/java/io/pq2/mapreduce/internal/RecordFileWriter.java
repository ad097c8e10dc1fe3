package io.pq2.mapreduce.internal;

import io.pq2.exception.InvalidDataException;
import io.pq2.mapreduce.RecordWritable;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.schema.Schema;
import io.pq2.write.ParquetWriter;
import java.io.IOException;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/** Collects records into batches and writes them, for both APIs. A file is not completed after a failed write. */
public final class RecordFileWriter extends RecordWriter<Object, Object>
        implements org.apache.hadoop.mapred.RecordWriter<Object, Object> {

    private static final int BATCH_ROWS = 4096;
    private static final long BATCH_BYTES = 8 << 20;

    /** The number of rows between two checks of the batch size in bytes. */
    private static final int ROWS_BETWEEN_CHECKS = 64;

    private final BatchBuilder rows;
    private final ParquetWriter writer;
    private final RecordValue rowCopy;
    private boolean failed;

    RecordFileWriter(Schema schema, ParquetWriter writer) {
        this.rows = new BatchBuilder(schema);
        this.writer = writer;
        this.rowCopy = new RecordValue(schema);
    }

    /**
     * Writes a row.
     *
     * @param key ignored
     * @param value a {@link RecordValue} or {@link RecordWritable} of the file's schema, or a {@link Row}, whose fields
     *     are matched with the schema by name
     * @throws InvalidDataException if the value is none of these, or does not fit the schema
     */
    @Override
    public void write(Object key, Object value) throws IOException {
        boolean accepted = false;
        try {
            rows.append(record(value));
            int count = rows.rowCount();
            if (count == BATCH_ROWS || (count % ROWS_BETWEEN_CHECKS == 0 && rows.bytes() >= BATCH_BYTES)) {
                flush();
            }
            accepted = true;
        } finally {
            failed |= !accepted;
        }
    }

    private RecordValue record(@Nullable Object value) {
        if (value instanceof RecordValue record) {
            return record;
        } else if (value instanceof RecordWritable record) {
            return record.get();
        } else if (value instanceof Row row) {
            return rowCopy.copy(row);
        }
        throw new InvalidDataException("neither a record nor a row: "
                + (value == null ? "null" : "a " + value.getClass().getName()));
    }

    private void flush() throws IOException {
        if (rows.rowCount() > 0) {
            writer.write(rows.build());
            rows.reset();
        }
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
        close();
        JobCounters.add(this, context::getCounter);
    }

    @Override
    public void close(Reporter reporter) throws IOException {
        close();
        JobCounters.add(this, reporter::getCounter);
    }

    /** Completes the file, or deletes it after a failed write: the framework closes the writers of failed tasks too. */
    private void close() throws IOException {
        boolean complete = false;
        try {
            if (!failed) {
                flush();
                writer.close();
                complete = true;
            }
        } finally {
            if (!complete) {
                writer.abort();
            }
        }
    }

    /** Whether a write has failed, so that the file is never completed. */
    public boolean failed() {
        return failed;
    }

    /** Returns the writer of a completed file. */
    public ParquetWriter writer() {
        return writer;
    }
}
