package io.pq2.spark.internal.write;

import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.record.BatchBuilder;
import io.pq2.spark.internal.SparkErrors;
import io.pq2.write.ParquetWriter;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;

/**
 * Writes the rows of one file.
 *
 * <p>Spark closes a writer when its task fails just as when it succeeds. A file whose writer or whose task has failed is given
 * up, so that not even the task's own directory ever holds a file that looks whole and is not.
 */
final class Pq2OutputWriter extends OutputWriter {

    /** Rows that are collected before the file's writer gets them. */
    private static final int BATCH_ROWS = 4096;

    /** Bytes of values after which the file's writer gets them although they are fewer rows. */
    private static final long BATCH_BYTES = 4L << 20;

    private final String path;
    private final ParquetWriter file;
    private final BatchBuilder rows;
    private final ValueAppender[] columns;

    /** The row count of the batch at which its size is looked at next. */
    private int nextCheck = 1;

    /** Whether writing a row has failed, after which the columns are not equally long. */
    private boolean failed;

    private Pq2OutputWriter(String path, ParquetWriter file, BatchBuilder rows, ValueAppender[] columns) {
        this.path = path;
        this.file = file;
        this.rows = rows;
        this.columns = columns;
    }

    static Pq2OutputWriter open(String path, OutputFileSpec form, Configuration conf) throws IOException {
        WriteSettings settings = form.settings();
        BatchBuilder rows = new BatchBuilder(form.schema());
        RebaseOnWrite rebase =
                new RebaseOnWrite(settings.datetimeRebase(), settings.int96Rebase(), settings.timeZone());
        ValueAppender[] columns = new ValueAppenders(settings.parquetSchema(), rebase).of(settings.schema(), rows);
        Path location = new Path(path);
        HadoopOutputFile output = HadoopOutputFile.of(location, conf);
        ParquetWriter file = ParquetWriter.create(output, form.schema(), form.options(location, conf));
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
            if (rows.rowCount() >= nextCheck) {
                flushIfFull();
            }
            written = true;
        } catch (IOException e) {
            throw SparkErrors.raise(e);
        } finally {
            failed |= !written;
        }
    }

    /** Looks at the batch's size again when half of what is missing will have come, if rows stay as big as they are. */
    private void flushIfFull() throws IOException {
        int count = rows.rowCount();
        long bytes = rows.bytes();
        if (count >= BATCH_ROWS || bytes >= BATCH_BYTES) {
            flush();
            return;
        }
        long rowsToCome = (BATCH_BYTES - bytes) * count / Math.max(bytes, 1) / 2;
        nextCheck = (int) Math.min(BATCH_ROWS, count + Math.max(rowsToCome, 1));
    }

    private void flush() throws IOException {
        file.write(rows.build());
        rows.reset();
        nextCheck = 1;
    }

    @Override
    public void close() {
        try {
            if (failed || taskHasFailed()) {
                file.abort();
                return;
            }
            if (rows.rowCount() > 0) {
                flush();
            }
            file.close();
        } catch (IOException | RuntimeException | Error e) {
            abortAfter(e);
            throw SparkErrors.raise(e);
        }
    }

    private static boolean taskHasFailed() {
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
