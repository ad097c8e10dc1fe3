package io.pq2.internal.read.explain;

import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.RowGroupReport;
import io.pq2.read.RowGroupReport.Outcome;
import io.pq2.schema.Column;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What is known of a row group by now. */
public final class RowGroupTally {

    private final long rows;
    private final long bytes;
    /** Null if it is not kept what becomes of each. */
    public final ColumnTally[] chunks;

    public final Set<SkipReason> futile = EnumSet.noneOf(SkipReason.class);
    private Outcome settled;
    private SkipReason evidence;
    private Predicate because;
    public boolean reached;
    public long rowsSkipped;
    public long rowsRead;
    public long rowsFiltered;

    public RowGroupTally(long rows, long bytes, ColumnTally[] chunks) {
        this.rows = rows;
        this.bytes = bytes;
        this.chunks = chunks;
    }

    public void settle(Outcome outcome, SkipReason by, Predicate of) {
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

    public RowGroupReport report(int ordinal, List<Column> columns) {
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
