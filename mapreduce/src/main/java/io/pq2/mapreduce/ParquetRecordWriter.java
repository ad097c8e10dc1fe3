package io.pq2.mapreduce;

import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.write.ParquetWriter;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Gathers records into batches for a writer. What fails once is never completed. */
final class ParquetRecordWriter extends RecordWriter<NullWritable, RecordValue> {

    private static final int BATCH_ROWS = 4096;
    private static final long BATCH_BYTES = 8 << 20;

    /** The size of a batch is looked at once in so many rows. */
    private static final int ROWS_BETWEEN_CHECKS = 64;

    private final BatchBuilder rows;
    private final ParquetWriter writer;
    private boolean failed;

    ParquetRecordWriter(Schema schema, ParquetWriter writer) {
        this.rows = new BatchBuilder(schema);
        this.writer = writer;
    }

    @Override
    public void write(NullWritable key, RecordValue row) throws IOException {
        boolean accepted = false;
        try {
            rows.append(row);
            int count = rows.rowCount();
            if (count == BATCH_ROWS || (count % ROWS_BETWEEN_CHECKS == 0 && rows.bytes() >= BATCH_BYTES)) {
                flush();
            }
            accepted = true;
        } finally {
            failed |= !accepted;
        }
    }

    private void flush() throws IOException {
        if (rows.rowCount() > 0) {
            writer.write(rows.build());
            rows.reset();
        }
    }

    /** Completes the file, or removes it if a row before could not be written: a task that fails is closed too. */
    @Override
    public void close(TaskAttemptContext context) throws IOException {
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
}
