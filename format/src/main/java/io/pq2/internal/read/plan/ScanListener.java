package io.pq2.internal.read.plan;

import io.pq2.internal.read.source.RequestListener;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.CorruptionReport;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives the events of a scan, from planning to its end. Every method does nothing unless overridden. Called by the
 * thread that reads, at most a few times per page run and batch.
 *
 * <p>{@code rowGroup} is the index of a row group in the file, {@code column} an index among the columns of the plan.
 */
public interface ScanListener extends RequestListener {

    /** Ignores everything. */
    ScanListener NONE = new ScanListener() {};

    /**
     * Planning begins.
     *
     * @param location the scanned file
     * @param filter the filter; absent if every row matches
     * @param columns the columns of the plan
     */
    default void planning(String location, @Nullable Predicate filter, List<Column> columns) {}

    /** A row group will be read. */
    default void rowGroupPlanned(RowGroupReadPlan rowGroup) {}

    /**
     * The filter matches no row of a row group, which is therefore not read. Reported while planning, or later for a
     * row group that {@link #rowGroupPlanned} announced.
     *
     * @param bytesByColumn the number of skipped bytes of each column
     */
    default void rowGroupSkipped(SkippedRowGroup rowGroup, long[] bytesByColumn) {}

    /**
     * The filter matches every row of a row group.
     *
     * @param reason the pruning step that decided it
     * @param condition the deciding part of the filter
     */
    default void allRowsMatch(int rowGroup, SkipReason reason, @Nullable Predicate condition) {}

    /**
     * Statistics of a column contradict each other, or its dictionary. None of them is believed.
     *
     * @param contradiction what contradicts what, as a clause
     */
    default void contradicted(int rowGroup, Column column, String contradiction) {}

    /** A pruning step excluded neither the row group nor any of its pages. */
    default void nothingExcluded(int rowGroup, SkipReason reason) {}

    /** Page indexes excluded rows of a row group that is read. */
    default void rowsPruned(int rowGroup, long rows) {}

    /**
     * The reader decided which pages of a column chunk to request.
     *
     * @param bytes the number of bytes of the requested pages
     * @param bytesSkipped the number of bytes of the other pages
     * @param pagesSkipped the number of the other pages; 0 if it is unknown
     * @param reason why the other pages are skipped
     */
    default void chunkRequested(
            int rowGroup, int column, long bytes, long bytesSkipped, int pagesSkipped, SkipReason reason) {}

    /**
     * Bytes of the pages of a column chunk are requested, unless they were read before. Gaps between them that are
     * requested too are not included.
     *
     * @param column the column
     * @param offset the offset of the bytes in the file that contains the chunk
     */
    default void pagesRequested(int rowGroup, Column column, long offset, long bytes) {}

    /**
     * Reading of a row group begins.
     *
     * @param allRowsMatch whether the filter is known to match every row
     */
    default void rowGroupRead(int rowGroup, boolean allRowsMatch) {}

    /**
     * Pages of a column chunk were read.
     *
     * @param read the number of decoded data pages
     * @param passedOver the number of data pages that were requested but not decompressed
     * @param values the number of values in the decoded pages, including nulls
     * @param decompressNanos the time spent on decompression, in nanoseconds; part of the time of {@link #rowsDecoded}
     */
    default void pagesRead(int rowGroup, int column, int read, int passedOver, long values, long decompressNanos) {}

    /**
     * Rows of a row group were decoded.
     *
     * @param output the number of rows in the batch that the caller gets
     * @param filtered the number of rows that the filter removed
     * @param nanos the time spent on decoding and decompression, in nanoseconds
     */
    default void rowsDecoded(int rowGroup, int output, long filtered, long nanos) {}

    /** Damage of the file was found. */
    default void damaged(CorruptionReport report) {}

    /** A whole file is not read because it is damaged. */
    default void fileLost() {}

    /**
     * Rows are not returned because they are damaged in at least one column.
     *
     * @param rows the number of rows, each of them counted once
     */
    default void rowsLost(long rows) {}

    /** Sends all events to two listeners. */
    static ScanListener both(ScanListener first, ScanListener second) {
        return new CombinedListener(first, second);
    }
}
