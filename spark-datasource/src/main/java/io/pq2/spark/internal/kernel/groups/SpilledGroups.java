package io.pq2.spark.internal.kernel.groups;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Objects;
import java.util.function.IntFunction;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.ShuffleWriteMetrics;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.util.TaskCompletionListener;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterSpillReader;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterSpillWriter;
import org.jspecify.annotations.Nullable;

/** Rows of groups in a temporary file of Spark, which is deleted after the last row or when the task ends. */
final class SpilledGroups {

    private static final int BUFFER_BYTES = 1 << 16;

    private final SpillFile file;
    private final UnsafeRow row;

    private SpilledGroups(SpillFile file, int fields) {
        this.file = file;
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
            SpillFile spilled = new SpillFile(file, writer.getReader(env.serializerManager()));
            TaskContext task = TaskContext.get();
            if (task != null) {
                TaskCompletionListener ended = context -> spilled.close();
                task.addTaskCompletionListener(ended);
                task.taskMetrics().incMemoryBytesSpilled(freed);
                task.taskMetrics().incDiskBytesSpilled(written.bytesWritten());
            }
            return new SpilledGroups(spilled, fields);
        } catch (Throwable e) {
            Files.deleteIfExists(file.toPath());
            throw e;
        }
    }

    /** Whether there is another row. */
    boolean hasNext() {
        return file.reader != null;
    }

    /** Returns the next row, valid until the next call. Deletes the file after the last one was read from it. */
    InternalRow next() {
        UnsafeSorterSpillReader reader = Objects.requireNonNull(file.reader);
        try {
            reader.loadNext();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read groups from " + file.path, e);
        }
        row.pointTo(reader.getBaseObject(), reader.getBaseOffset(), reader.getRecordLength());
        if (!reader.hasNext()) {
            file.close();
        }
        return row;
    }

    /** A file until it is deleted. The listener of the task keeps it longer, but not the buffer of the reader. */
    private static final class SpillFile {

        private final File path;
        private @Nullable UnsafeSorterSpillReader reader;

        SpillFile(File path, UnsafeSorterSpillReader reader) {
            this.path = path;
            this.reader = reader;
        }

        void close() {
            if (reader == null) {
                return;
            }
            try {
                reader.close();
                reader = null;
                Files.deleteIfExists(path.toPath());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot delete " + path, e);
            }
        }
    }
}
