package io.pq2.mapreduce.internal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.pq2.mapreduce.ScanCounter;
import io.pq2.mapreduce.WriteCounter;
import io.pq2.predicate.SkipReason;
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
            context.getCounter(counter).increment(value(counter, metrics));
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

    private static long value(ScanCounter counter, ScanMetrics metrics) {
        return switch (counter) {
            case ROWS_READ -> metrics.rowsRead();
            case ROWS_FILTERED -> metrics.rowsFiltered();
            case ROW_GROUPS_READ -> metrics.rowGroupsRead();
            case ROW_GROUPS_MATCHED -> metrics.rowGroupsMatching();
            case ROW_GROUPS_SKIPPED -> metrics.rowGroupsSkipped();
            case SKIPPED_BY_STATISTICS -> metrics.rowGroupsSkipped(SkipReason.STATISTICS);
            case SKIPPED_BY_LEVEL_HISTOGRAMS -> metrics.rowGroupsSkipped(SkipReason.LEVEL_HISTOGRAM);
            case SKIPPED_BY_BLOOM_FILTERS -> metrics.rowGroupsSkipped(SkipReason.BLOOM_FILTER);
            case SKIPPED_BY_DICTIONARIES -> metrics.rowGroupsSkipped(SkipReason.DICTIONARY);
            case SKIPPED_BY_PAGE_INDEXES -> metrics.rowGroupsSkipped(SkipReason.COLUMN_INDEX);
            case PAGES_READ -> metrics.pagesRead();
            case PAGES_PASSED_OVER -> metrics.pagesPassedOver();
            case PAGES_SKIPPED -> metrics.pagesSkipped();
            case BYTES_READ -> metrics.bytesRead();
            case PRUNING_BYTES -> metrics.pruningBytes();
            case BYTES_SKIPPED -> metrics.bytesSkipped();
            case VALUES_DECODED -> metrics.valuesDecoded();
            case REQUESTS -> metrics.requests();
            case CORRUPTIONS -> metrics.corruptions();
            case ROWS_LOST -> metrics.rowsLost();
            case FILES_LOST -> metrics.filesLost();
            case IO_MILLIS -> NANOSECONDS.toMillis(metrics.ioNanos());
            case DECOMPRESS_MILLIS -> NANOSECONDS.toMillis(metrics.decompressNanos());
            case DECODE_MILLIS -> NANOSECONDS.toMillis(metrics.decodeNanos());
        };
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
