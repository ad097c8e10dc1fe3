package io.pq2.spark.internal.files.write;

import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.record.BatchBuilder;
import io.pq2.spark.internal.errors.WriteErrors;
import io.pq2.write.ParquetWriter;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;

/**
 * Writes the rows of one file.
 *
 * <p>Spark closes a writer both when its task succeeds and when it fails. A failed writer, or the writer of a failed
 * task, aborts its file. Therefore, the task's directory never contains an incomplete file that looks complete.
 */
final class Pq2OutputWriter extends OutputWriter {

    /** Maximum rows per batch. */
    private static final int BATCH_ROWS = 4096;

    /** Size of the values, in bytes, at which a batch is complete even if it has fewer rows. */
    private static final long BATCH_BYTES = 4L << 20;

    /** Size of a row in bytes that is assumed if the row does not state it. */
    private static final int ASSUMED_ROW_BYTES = 1 << 16;

    private final String path;
    private final ParquetWriter file;
    private final BatchBuilder rows;
    private final ValueAppender[] columns;

    /** Row count of the batch at which to check its size next. */
    private int nextCheck = 1;

    /** Size of the rows since the last check, in bytes, which may be much longer than those before. */
    private long uncheckedBytes;

    /** Whether writing a row has failed. The columns of the batch may then differ in length. */
    private boolean failed;

    private Pq2OutputWriter(String path, ParquetWriter file, BatchBuilder rows, ValueAppender[] columns) {
        this.path = path;
        this.file = file;
        this.rows = rows;
        this.columns = columns;
    }

    static Pq2OutputWriter open(String path, OutputFileSpec spec, Configuration conf) throws IOException {
        SparkWriteSettings settings = spec.settings();
        BatchBuilder rows = new BatchBuilder(spec.schema());
        RebaseOnWrite rebase =
                new RebaseOnWrite(settings.datetimeRebase(), settings.int96Rebase(), settings.timeZone());
        ValueAppender[] columns =
                new ValueAppenders(settings.parquetSchema(), rebase).of(settings.schema(), settings.types(), rows);
        Path location = new Path(path);
        // Spark puts the id of the job into the names of files.
        HadoopOutputFile output = HadoopOutputFile.of(location, conf).withUniqueName();
        ParquetWriter file = ParquetWriter.create(output, spec.schema(), spec.options(location, conf));
        return new Pq2OutputWriter(path, file, rows, columns);
    }

    @Override
    public void write(InternalRow row) {
        boolean written = false;
        try {
            for (int i = 0; i < columns.length; i++) {
                columns[i].append(row, i);
            }
            rows.endRow();
            uncheckedBytes += row instanceof UnsafeRow sized ? sized.getSizeInBytes() : ASSUMED_ROW_BYTES;
            if (rows.rowCount() >= nextCheck || uncheckedBytes >= BATCH_BYTES) {
                flushIfFull();
            }
            written = true;
        } catch (IOException | RuntimeException e) {
            throw WriteErrors.raise(path, e);
        } finally {
            failed |= !written;
        }
    }

    /**
     * Writes the batch if it is full. Otherwise schedules the next check for half of the rows that are expected to fit,
     * estimated from the average row size.
     */
    private void flushIfFull() throws IOException {
        uncheckedBytes = 0;
        int count = rows.rowCount();
        long bytes = rows.bytes();
        if (count >= BATCH_ROWS || bytes >= BATCH_BYTES) {
            flush();
            return;
        }
        long rowsToNextCheck = (BATCH_BYTES - bytes) * count / Math.max(bytes, 1) / 2;
        nextCheck = (int) Math.min(BATCH_ROWS, count + Math.max(rowsToNextCheck, 1));
    }

    private void flush() throws IOException {
        file.write(rows.build());
        rows.reset();
        nextCheck = 1;
    }

    @Override
    public void close() {
        try {
            if (failed || hasTaskFailed()) {
                file.abort();
                return;
            }
            if (rows.rowCount() > 0) {
                flush();
            }
            file.close();
        } catch (IOException | RuntimeException | Error e) {
            abortAfter(e);
            throw WriteErrors.raise(path, e);
        }
    }

    private static boolean hasTaskFailed() {
        TaskContext task = TaskContext.get();
        return task != null && task.isFailed();
    }

    private void abortAfter(Throwable failure) {
        try {
            file.abort();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public String path() {
        return path;
    }
}
