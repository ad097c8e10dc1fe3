package io.pq2.internal.read.explain;

import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.RowGroupReport;
import io.pq2.read.RowGroupReport.Status;
import io.pq2.schema.Column;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The counts of one row group so far. */
final class RowGroupTally {

    private final long rows;
    private final long bytes;
    /** By column of the plan; empty if only totals are recorded. */
    final List<ColumnTally> chunks;

    final Set<SkipReason> inconclusive = EnumSet.noneOf(SkipReason.class);
    boolean reached;
    long rowsSkipped;
    long rowsRead;
    long rowsFiltered;
    private @Nullable Decision decision;

    /**
     * What pruning decided about the whole row group: that no row matches ({@code SKIPPED}) or all ({@code MATCHED}).
     */
    private record Decision(
            Status status, SkipReason reason, @Nullable Predicate condition) {}

    RowGroupTally(long rows, long bytes, List<ColumnTally> chunks) {
        this.rows = rows;
        this.bytes = bytes;
        this.chunks = chunks;
    }

    void decide(Status status, SkipReason reason, @Nullable Predicate condition) {
        decision = new Decision(status, reason, condition);
    }

    private Status status() {
        if (decision != null && decision.status() == Status.SKIPPED) {
            return Status.SKIPPED;
        } else if (!reached) {
            return Status.NOT_REACHED;
        }
        return decision == null ? Status.READ : decision.status();
    }

    RowGroupReport report(int ordinal, List<Column> columns) {
        return new RowGroupReport(
                ordinal,
                rows,
                bytes,
                status(),
                decision == null ? null : decision.reason(),
                decision == null ? null : decision.condition(),
                rowsSkipped,
                rowsFiltered,
                rowsRead,
                inconclusive,
                ColumnTally.reports(chunks, columns));
    }
}
