package io.pq2.read;

import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a scan did with a row group.
 *
 * @param ordinal the index of the row group in the file
 * @param rows the number of its rows that the scan covers
 * @param bytes the number of bytes of the column chunks that the scan needs
 * @param status whether it was read
 * @param reason the pruning step that excluded it ({@link Status#SKIPPED}) or found that all rows match
 *     ({@link Status#MATCHED}); otherwise null
 * @param condition the smallest part of the filter that decided this, often a condition on one column; null if
 *     {@code reason} is
 * @param rowsSkipped the number of its rows that page indexes excluded, if it was read
 * @param rowsFiltered the number of its rows that the filter removed individually
 * @param rowsRead the number of its rows that were returned
 * @param inconclusive the pruning steps that excluded neither the row group nor any of its pages
 * @param columns a report of each column chunk, in the order of the file; empty for the row groups after the first
 *     {@link ScanExplanation#MAX_CHUNKS} column chunks
 */
public record RowGroupReport(
        int ordinal,
        long rows,
        long bytes,
        Status status,
        @Nullable SkipReason reason,
        @Nullable Predicate condition,
        long rowsSkipped,
        long rowsFiltered,
        long rowsRead,
        Set<SkipReason> inconclusive,
        List<ColumnReport> columns) {

    /** Whether a row group was read. */
    public enum Status {
        /** It was read, except for pages that page indexes excluded. */
        READ,
        /** It was read, and the filter was not evaluated because it is true for every row. */
        MATCHED,
        /** It was not read, because the filter is true for none of its rows. */
        SKIPPED,
        /** It was planned to be read, and the scan ended before it. */
        NOT_REACHED
    }

    public RowGroupReport {
        inconclusive = Set.copyOf(inconclusive);
        columns = List.copyOf(columns);
    }
}
