package io.pq2.internal.read.iterate;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.fetch.RowGroupColumns;
import io.pq2.internal.read.iterate.RowGroupCheck.Failure;
import io.pq2.internal.read.plan.EncryptedColumns;
import io.pq2.internal.read.plan.ReadPlan;
import io.pq2.internal.read.plan.ReadPlan.DamagedRowGroup;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.recover.LostRows;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.read.CorruptionReport;
import io.pq2.read.OnCorruption;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Skips the damaged parts of a scan and reports what is lost. Each row group is decoded before rows of it are returned,
 * because some damage shows only at the end of a column chunk.
 */
final class Recovery implements AutoCloseable {

    private final OpenFile file;
    private final ReadPlan plan;
    private final OnCorruption mode;
    private final int batchSize;
    private final ScanContext context;
    private final Losses losses;
    private final RowGroupCheck check;

    /**
     * Creates the recovery of one scan.
     *
     * @param mode what to skip; not {@link OnCorruption#FAIL}
     * @param batchSize the largest number of rows that are decoded at once
     */
    Recovery(OpenFile file, ReadPlan plan, OnCorruption mode, int batchSize, ScanContext context, Losses losses) {
        this.file = file;
        this.plan = plan;
        this.mode = mode;
        this.batchSize = batchSize;
        this.context = context;
        this.losses = losses;
        this.check = new RowGroupCheck(file, plan, batchSize);
    }

    /** Begins the scan: reports what the plan lost. Returns whether the other row groups are read. */
    boolean begin() throws IOException {
        if (mode == OnCorruption.SKIP_FILE) {
            CorruptFileException damage = new FileCheck(file, plan, batchSize, context).damage();
            if (damage != null) {
                loseFile(damage);
                return false;
            }
        }
        for (DamagedRowGroup rowGroup : plan.damaged()) {
            FileLocation place = rowGroup.damage().location();
            long rows = rowGroup.rows().count();
            losses.add(
                    List.of(report(
                            place,
                            rowGroup.rows().first(),
                            rows,
                            rowGroup.damage().detail())),
                    rows);
        }
        return true;
    }

    /** Loses all rows that the scan selects: one report for each range of rows without a gap. */
    private void loseFile(CorruptFileException damage) {
        RowRanges planned = RowRanges.NONE;
        for (RowGroupReadPlan rowGroup : plan.rowGroups()) {
            planned = planned.or(RowRanges.of(rowGroup.firstRow(), rowGroup.firstRow() + rowGroup.rowCount()));
        }
        for (DamagedRowGroup rowGroup : plan.damaged()) {
            long first = rowGroup.rows().first();
            planned = planned.or(RowRanges.of(first, first + rowGroup.rows().count()));
        }
        List<CorruptionReport> reports = new ArrayList<>();
        for (int i = 0; i < planned.size(); i++) {
            long rows = planned.to(i) - planned.from(i);
            reports.add(report(damage.location(), planned.from(i), rows, damage.detail()));
        }
        losses.addFile();
        losses.add(reports, planned.count());
    }

    /** Returns the columns of a row group without the damaged rows, which are reported. */
    RowGroupColumns undamaged(RowGroupColumns rowGroup) throws IOException {
        RowRanges all = RowRanges.of(0, rowGroup.plan().rowGroupRows());
        Failure failure = check.run(rowGroup, all);
        if (failure == null) {
            return rowGroup;
        }
        CorruptFileException damage = skippable(rowGroup, failure);
        if (mode != OnCorruption.SKIP_ROWS) {
            long rows = rowGroup.rows().count();
            losses.add(List.of(report(damage.location(), rowGroup.plan().firstRow(), rows, damage.detail())), rows);
            return rowGroup.without(RowRanges.NONE, Map.of());
        }
        RowGroupSurvey survey = RowGroupSurvey.of(rowGroup, context);
        RowRanges selected = rowGroup.rows();
        RowRanges remaining = selected.and(survey.remaining());
        RowGroupColumns columns = rowGroup.without(remaining, survey.runs());
        List<CorruptionReport> reports = new ArrayList<>();
        survey.lost().forEach((column, lost) -> lost.forEach(rows -> addReport(reports, rowGroup, column, rows)));
        Failure left = remaining.isEmpty() ? null : check.run(columns, remaining);
        if (left != null) {
            String column = skippable(rowGroup, left).location().column();
            LostRows rest =
                    new LostRows(left.row(), all.to(0), -1, left.damage().detail());
            addReport(reports, rowGroup, column, rest);
            columns = rowGroup.without(remaining.and(RowRanges.of(0, left.row())), survey.runs());
        }
        losses.add(reports, selected.count() - columns.rows().count());
        return columns;
    }

    private void addReport(
            List<CorruptionReport> reports, RowGroupColumns rowGroup, @Nullable String column, LostRows lost) {
        RowRanges rows = RowRanges.of(lost.from(), lost.to()).and(rowGroup.rows());
        if (!rows.isEmpty()) {
            RowGroupReadPlan group = rowGroup.plan();
            FileLocation place = new FileLocation(file.location(), group.ordinal(), column, lost.page(), -1);
            long first = group.firstRow() - group.skippedRows() + rows.from(0);
            reports.add(report(place, first, rows.to(rows.size() - 1) - rows.from(0), lost.reason()));
        }
    }

    private CorruptFileException skippable(RowGroupColumns rowGroup, Failure failure) {
        CorruptFileException damage = failure.damage();
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < plan.columns().size(); i++) {
            if (rowGroup.has(i)) {
                columns.add(plan.columns().get(i));
            }
        }
        if (EncryptedColumns.mayBe(file, rowGroup.plan().ordinal(), columns, damage)) {
            throw damage;
        }
        return damage;
    }

    private CorruptionReport report(FileLocation place, long firstRow, long rowCount, String reason) {
        return new CorruptionReport(
                file.location(), place.rowGroup(), firstRow, rowCount, place.column(), place.page(), reason);
    }

    @Override
    public void close() {
        check.close();
    }
}
