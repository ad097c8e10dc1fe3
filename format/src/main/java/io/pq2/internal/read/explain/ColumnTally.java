package io.pq2.internal.read.explain;

import io.pq2.predicate.SkipReason;
import io.pq2.read.ColumnReport;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is known of a column by now, in a row group or in all. */
public final class ColumnTally {

    public long requested;
    private final long[] skipped = new long[SkipReason.values().length];
    public long pagesRead;
    public long pagesPassedOver;
    private long pagesSkipped;

    public static ColumnTally[] some(int count) {
        ColumnTally[] tallies = new ColumnTally[count];
        for (int i = 0; i < count; i++) {
            tallies[i] = new ColumnTally();
        }
        return tallies;
    }

    public void skip(SkipReason evidence, long bytes, long pages) {
        if (evidence != null) {
            skipped[evidence.ordinal()] += bytes;
        }
        pagesSkipped += pages;
    }

    public static List<ColumnReport> reports(ColumnTally[] tallies, List<Column> columns) {
        List<ColumnReport> reports = new ArrayList<>(tallies.length);
        for (int i = 0; i < tallies.length; i++) {
            reports.add(tallies[i].report(columns.get(i)));
        }
        return reports;
    }

    private ColumnReport report(Column column) {
        Map<SkipReason, Long> bytes = new EnumMap<>(SkipReason.class);
        for (SkipReason evidence : SkipReason.values()) {
            if (skipped[evidence.ordinal()] > 0) {
                bytes.put(evidence, skipped[evidence.ordinal()]);
            }
        }
        return new ColumnReport(column, requested, bytes, pagesRead, pagesPassedOver, pagesSkipped);
    }
}
