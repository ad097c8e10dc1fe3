package io.pq2.read;

import io.pq2.predicate.Evidence;
import io.pq2.predicate.Predicate;
import io.pq2.read.RowGroupReport.Outcome;
import io.pq2.schema.Column;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What is known of a row group by now. */
final class RowGroupTally {

    private final long rows;
    private final long bytes;
    /** Null if it is not kept what becomes of each. */
    final ColumnTally[] chunks;

    final Set<Evidence> futile = EnumSet.noneOf(Evidence.class);
    private Outcome settled;
    private Evidence evidence;
    private Predicate because;
    boolean reached;
    long rowsSkipped;
    long rowsRead;
    long rowsFiltered;

    RowGroupTally(long rows, long bytes, ColumnTally[] chunks) {
        this.rows = rows;
        this.bytes = bytes;
        this.chunks = chunks;
    }

    void settle(Outcome outcome, Evidence by, Predicate of) {
        settled = outcome;
        evidence = by;
        because = of;
    }

    private Outcome outcome() {
        if (settled == Outcome.SKIPPED) {
            return Outcome.SKIPPED;
        } else if (!reached) {
            return Outcome.NOT_REACHED;
        }
        return settled == null ? Outcome.READ : settled;
    }

    RowGroupReport report(int ordinal, List<Column> columns) {
        return new RowGroupReport(
                ordinal,
                rows,
                bytes,
                outcome(),
                evidence,
                because,
                rowsSkipped,
                rowsFiltered,
                rowsRead,
                futile,
                chunks == null ? List.of() : ColumnTally.reports(chunks, columns));
    }
}
