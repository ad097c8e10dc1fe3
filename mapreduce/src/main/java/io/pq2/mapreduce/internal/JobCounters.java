package io.pq2.mapreduce.internal;

import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.mapreduce.WriteCounter;
import io.pq2.read.ScanMetrics;
import io.pq2.write.ParquetWriter;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/** Adds the metrics of scans and writers to the counters of a task. */
final class JobCounters {

    /** Looks up a counter of the task; null if the framework has no counters. */
    interface WriteCounters {
        @Nullable
        Counter get(WriteCounter counter);
    }

    private JobCounters() {}

    /** Adds the metrics of a task's scan. */
    static void add(ScanMetrics metrics, TaskAttemptContext context) {
        for (ScanCounter counter : ScanCounter.values()) {
            context.getCounter(counter).increment(counter.of(metrics));
        }
    }

    /** Adds the metrics of a closed writer; does nothing if its file was not completed. */
    static void add(RecordFileWriter writer, WriteCounters counters) {
        if (writer.failed()) {
            return;
        }
        for (WriteCounter counter : WriteCounter.values()) {
            Counter counted = counters.get(counter);
            if (counted != null) {
                counted.increment(value(counter, writer.writer()));
            }
        }
    }

    private static long value(WriteCounter counter, ParquetWriter writer) {
        return switch (counter) {
            case FILES_WRITTEN -> 1;
            case ROWS_WRITTEN -> writer.rowsWritten();
            case ROW_GROUPS_WRITTEN -> writer.metadata().rowGroups().size();
            case BYTES_WRITTEN -> writer.bytesWritten();
        };
    }
}
