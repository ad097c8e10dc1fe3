package io.pq2.mapreduce;

import io.pq2.mapreduce.internal.RecordFileWriter;
import io.pq2.write.ParquetWriter;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.hadoop.mapreduce.Counter;

/** What a job's tasks wrote, as counters of the job. */
public enum WriteCounter {
    FILES_WRITTEN(writer -> 1),
    ROWS_WRITTEN(ParquetWriter::rowsWritten),
    ROW_GROUPS_WRITTEN(writer -> writer.metadata().rowGroups().size()),
    /** Bytes of whole files. */
    BYTES_WRITTEN(ParquetWriter::bytesWritten);

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final ToLongFunction<ParquetWriter> value;

    WriteCounter(ToLongFunction<ParquetWriter> value) {
        this.value = value;
    }

    /**
     * Adds what was written to a task's counters.
     *
     * @param writer one that is closed
     * @param counters gives the task's counters, null for one that it does not have
     */
    public static void count(RecordFileWriter writer, Function<WriteCounter, Counter> counters) {
        if (writer.failed()) {
            return;
        }
        for (WriteCounter counter : values()) {
            Counter counted = counters.apply(counter);
            if (counted != null) {
                counted.increment(counter.value.applyAsLong(writer.writer()));
            }
        }
    }
}
