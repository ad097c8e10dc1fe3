package io.pq2.read;

import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import java.util.List;
import java.util.Set;

/**
 * What became of a row group of a scan.
 *
 * @param ordinal its index in the file
 * @param rows those of its rows that the scan covers
 * @param bytes the bytes of the column chunks that the scan wants
 * @param outcome what became of it
 * @param evidence what proved that it need not be read, or that its rows need no check; null if it was read and checked
 * @param because the smallest part of the filter that this was proved of; null where the evidence is
 * @param rowsSkipped how many of its rows page indexes ruled out, if it was read
 * @param rowsFiltered how many of its rows were left out one by one
 * @param rowsRead how many of its rows came out
 * @param futile what was asked and proved nothing, neither of the row group nor of a page
 * @param columns what became of its column chunks, in the order of the file; empty if they are not kept, which is so from the row
 *     group on with which there would be more than {@link ScanExplanation#MAX_CHUNKS}
 */
public record RowGroupReport(
        int ordinal,
        long rows,
        long bytes,
        Outcome outcome,
        SkipReason evidence,
        Predicate because,
        long rowsSkipped,
        long rowsFiltered,
        long rowsRead,
        Set<SkipReason> futile,
        List<ColumnReport> columns) {

    /** What can become of a row group. */
    public enum Outcome {
        /** It was read, as far as its pages were not ruled out, and the filter decided upon its rows. */
        READ,
        /** It was read without a look at the filter, which is true for each of its rows. */
        MATCHED,
        /** It was not read, for the filter keeps none of its rows. */
        SKIPPED,
        /** It was to be read, and the scan ended before. */
        NOT_REACHED
    }

    public RowGroupReport {
        futile = Set.copyOf(futile);
        columns = List.copyOf(columns);
    }
}
