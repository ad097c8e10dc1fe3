package io.pq2.mapreduce;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.pq2.read.ScanMetrics;
import java.util.function.ToLongFunction;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** What a job's tasks read and did not need to read, as counters of the job. */
public enum ScanCounter {
    ROWS_READ(ScanMetrics::rowsRead),
    ROW_GROUPS_READ(ScanMetrics::rowGroupsRead),
    /** Row groups that the filter was proved not to need, when splits were planned or by the tasks. */
    ROW_GROUPS_SKIPPED(ScanMetrics::rowGroupsSkipped),
    PAGES_READ(ScanMetrics::pagesRead),
    PAGES_SKIPPED(ScanMetrics::pagesSkipped),
    /** Bytes that were requested, the footer's not among them. */
    BYTES_READ(ScanMetrics::bytesRead),
    /** Bytes of wanted columns that were not requested because of the filter. */
    BYTES_SKIPPED(ScanMetrics::bytesSkipped),
    /** Values of all columns, nulls among them. */
    VALUES_DECODED(ScanMetrics::valuesDecoded),
    /** Requests for bytes, the footer's not among them. */
    REQUESTS(ScanMetrics::requests),
    /** Milliseconds spent requesting bytes and waiting for them. */
    IO_MILLIS(metrics -> NANOSECONDS.toMillis(metrics.ioNanos())),
    /** Milliseconds spent in codecs. */
    DECOMPRESS_MILLIS(metrics -> NANOSECONDS.toMillis(metrics.decompressNanos())),
    /** Milliseconds spent on levels, values and structure, without the codecs. */
    DECODE_MILLIS(metrics -> NANOSECONDS.toMillis(metrics.decodeNanos()));

    @SuppressWarnings("ImmutableEnumChecker") // Method references without state.
    private final ToLongFunction<ScanMetrics> value;

    ScanCounter(ToLongFunction<ScanMetrics> value) {
        this.value = value;
    }

    /** Adds what a task's scan did to the task's counters. */
    static void count(ScanMetrics metrics, TaskAttemptContext context) {
        for (ScanCounter counter : values()) {
            context.getCounter(counter).increment(counter.value.applyAsLong(metrics));
        }
    }
}
