package io.pq2.spark.internal.batch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.function.IntFunction;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.ShuffleWriteMetrics;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.util.TaskCompletionListener;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterSpillReader;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterSpillWriter;

/** Rows of groups in a temporary file of Spark, which is deleted after the last row or when the task ends. */
final class SpilledGroups {

    private static final int BUFFER_BYTES = 1 << 16;

    private final File file;
    private final UnsafeSorterSpillReader reader;
    private final UnsafeRow row;

    private SpilledGroups(File file, UnsafeSorterSpillReader reader, int fields) {
        this.file = file;
        this.reader = reader;
        this.row = new UnsafeRow(fields);
    }

    /**
     * Writes rows to a file, and reports to the metrics of the task what was written.
     *
     * @param fields the number of fields of a row
     * @param count the number of rows
     * @param rows returns the row with an index, valid until the next call
     * @param freed the bytes of memory that the rows no longer need
     * @throws IOException if writing fails; no file is left then
     */
    static SpilledGroups write(int fields, int count, IntFunction<InternalRow> rows, long freed) throws IOException {
        SparkEnv env = SparkEnv.get();
        ShuffleWriteMetrics written = new ShuffleWriteMetrics();
        UnsafeSorterSpillWriter writer = new UnsafeSorterSpillWriter(env.blockManager(), BUFFER_BYTES, written, count);
        File file = writer.getFile();
        try {
            for (int i = 0; i < count; i++) {
                UnsafeRow row = (UnsafeRow) rows.apply(i);
                writer.write(row.getBaseObject(), row.getBaseOffset(), row.getSizeInBytes(), 0);
            }
            writer.close();
            SpilledGroups spilled = new SpilledGroups(file, writer.getReader(env.serializerManager()), fields);
            TaskContext task = TaskContext.get();
            if (task != null) {
                TaskCompletionListener ended = context -> spilled.close();
                task.addTaskCompletionListener(ended);
                task.taskMetrics().incMemoryBytesSpilled(freed);
                task.taskMetrics().incDiskBytesSpilled(written.bytesWritten());
            }
            return spilled;
        } catch (Throwable e) {
            Files.deleteIfExists(file.toPath());
            throw e;
        }
    }

    /** Whether there is another row. */
    boolean hasNext() {
        return reader.hasNext();
    }

    /** Returns the next row, valid until the next call. Deletes the file after the last one was read from it. */
    InternalRow next() {
        try {
            reader.loadNext();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read groups from " + file, e);
        }
        row.pointTo(reader.getBaseObject(), reader.getBaseOffset(), reader.getRecordLength());
        if (!reader.hasNext()) {
            close();
        }
        return row;
    }

    private void close() {
        try {
            reader.close();
            Files.deleteIfExists(file.toPath());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
