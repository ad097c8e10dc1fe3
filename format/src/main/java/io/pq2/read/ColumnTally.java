package io.pq2.read;

import io.pq2.predicate.Evidence;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is known of a column by now, in a row group or in all. */
final class ColumnTally {

    long requested;
    private final long[] skipped = new long[Evidence.values().length];
    long pagesRead;
    long pagesPassedOver;
    private long pagesSkipped;

    static ColumnTally[] some(int count) {
        ColumnTally[] tallies = new ColumnTally[count];
        for (int i = 0; i < count; i++) {
            tallies[i] = new ColumnTally();
        }
        return tallies;
    }

    void skip(Evidence evidence, long bytes, long pages) {
        if (evidence != null) {
            skipped[evidence.ordinal()] += bytes;
        }
        pagesSkipped += pages;
    }

    static List<ColumnReport> reports(ColumnTally[] tallies, List<Column> columns) {
        List<ColumnReport> reports = new ArrayList<>(tallies.length);
        for (int i = 0; i < tallies.length; i++) {
            reports.add(tallies[i].report(columns.get(i)));
        }
        return reports;
    }

    private ColumnReport report(Column column) {
        Map<Evidence, Long> bytes = new EnumMap<>(Evidence.class);
        for (Evidence evidence : Evidence.values()) {
            if (skipped[evidence.ordinal()] > 0) {
                bytes.put(evidence, skipped[evidence.ordinal()]);
            }
        }
        return new ColumnReport(column, requested, bytes, pagesRead, pagesPassedOver, pagesSkipped);
    }
}
