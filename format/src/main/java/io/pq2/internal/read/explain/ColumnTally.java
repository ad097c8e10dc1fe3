package io.pq2.internal.read.explain;

import io.pq2.predicate.SkipReason;
import io.pq2.read.ColumnReport;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The counts of one column so far, in one row group or in a whole scan. */
final class ColumnTally {

    long requested;
    long pagesRead;
    long pagesPassedOver;
    private long pagesSkipped;
    /** By ordinal of the reason. */
    private final long[] bytesSkipped = new long[SkipReason.values().length];

    /** Returns empty tallies. */
    static List<ColumnTally> list(int count) {
        List<ColumnTally> tallies = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tallies.add(new ColumnTally());
        }
        return tallies;
    }

    void skip(SkipReason reason, long bytes, long pages) {
        bytesSkipped[reason.ordinal()] += bytes;
        pagesSkipped += pages;
    }

    /** Returns the reports of tallies, one per column. */
    static List<ColumnReport> reports(List<ColumnTally> tallies, List<Column> columns) {
        List<ColumnReport> reports = new ArrayList<>(tallies.size());
        for (int i = 0; i < tallies.size(); i++) {
            reports.add(tallies.get(i).report(columns.get(i)));
        }
        return reports;
    }

    private ColumnReport report(Column column) {
        Map<SkipReason, Long> bytes = new EnumMap<>(SkipReason.class);
        for (SkipReason reason : SkipReason.values()) {
            if (bytesSkipped[reason.ordinal()] > 0) {
                bytes.put(reason, bytesSkipped[reason.ordinal()]);
            }
        }
        return new ColumnReport(column, requested, bytes, pagesRead, pagesPassedOver, pagesSkipped);
    }
}
