package io.pq2.mapreduce;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.pq2.predicate.SkipReason;
import io.pq2.read.ScanMetrics;
import java.util.function.ToLongFunction;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * What a job's tasks read and did not need to read, as counters of the job. The resource of the same name has their names for
 * people, and that of their group.
 */
public enum ScanCounter {
    ROWS_READ(ScanMetrics::rowsRead),
    /** Rows of the tasks' splits that were left out one by one. */
    ROWS_FILTERED(ScanMetrics::rowsFiltered),
    ROW_GROUPS_READ(ScanMetrics::rowGroupsRead),
    /** Row groups that were read without a look at the filter, which is true for all their rows. */
    ROW_GROUPS_MATCHED(ScanMetrics::rowGroupsMatching),
    /** Row groups that the filter was proved not to need, when splits were planned or by the tasks. */
    ROW_GROUPS_SKIPPED(ScanMetrics::rowGroupsSkipped),
    SKIPPED_BY_STATISTICS(SkipReason.STATISTICS),
    SKIPPED_BY_LEVEL_HISTOGRAMS(SkipReason.LEVEL_HISTOGRAM),
    SKIPPED_BY_BLOOM_FILTERS(SkipReason.BLOOM_FILTER),
    SKIPPED_BY_DICTIONARIES(SkipReason.DICTIONARY),
    SKIPPED_BY_PAGE_INDEXES(SkipReason.COLUMN_INDEX),
    PAGES_READ(ScanMetrics::pagesRead),
    /** Pages that were requested, and not decompressed because none of their rows is wanted. */
    PAGES_PASSED_OVER(ScanMetrics::pagesPassedOver),
    PAGES_SKIPPED(ScanMetrics::pagesSkipped),
    /** Bytes that were requested, the footer's not among them. */
    BYTES_READ(ScanMetrics::bytesRead),
    /** Those of them that were for page indexes, bloom filters and dictionaries before a decision. */
    PROOF_BYTES(ScanMetrics::proofBytes),
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

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state of their own.
    private final ToLongFunction<ScanMetrics> value;

    ScanCounter(ToLongFunction<ScanMetrics> value) {
        this.value = value;
    }

    /** The row groups that were skipped by that evidence. */
    ScanCounter(SkipReason evidence) {
        this(metrics -> metrics.rowGroupsSkipped(evidence));
    }

    /** Adds what a task's scan did to the task's counters. */
    public static void count(ScanMetrics metrics, TaskAttemptContext context) {
        for (ScanCounter counter : values()) {
            context.getCounter(counter).increment(counter.value.applyAsLong(metrics));
        }
    }
}
