package io.pq2.internal.read.plan;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.PruningDecision;
import io.pq2.internal.read.plan.PlanCheck.SharedBytes;
import io.pq2.internal.read.plan.ReadPlan.DamagedRowGroup;
import io.pq2.internal.read.prune.PruningPlanner;
import io.pq2.internal.read.prune.RowGroupFilterState;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.OnCorruption;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Plans a scan from a file's footer and a caller's request. */
public final class ScanPlanner {

    private final OpenFile file;
    private final ScanRequest request;
    private final ScanListener listener;
    private final Shape.Struct shape;
    private final List<Column> columns = new ArrayList<>();
    /** Absent without a filter. */
    private final @Nullable PruningPlanner filter;

    private ScanPlanner(OpenFile file, ScanRequest request, ScanListener listener) {
        this.file = file;
        this.request = request;
        this.listener = listener;
        this.filter = request.filter() == null ? null : new PruningPlanner(file, request.filter());
        Shape.Struct pruned = file.schema().shape().select(request.columns());
        this.shape = pruned == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : ordered(pruned);
        for (Column column : file.schema().columns()) {
            if (request.columns().test(column) || (filter != null && filter.needs(column))) {
                columns.add(column);
            }
        }
    }

    private Shape.Struct ordered(Shape.Struct row) {
        List<Shape> fields = new ArrayList<>(row.children());
        fields.sort(Comparator.comparingInt(this::position));
        return new Shape.Struct(
                row.field(), fields, row.nullable(), row.definitionLevel(), row.slotLevel(), row.repetitionLevel());
    }

    private int position(Shape field) {
        List<Column> leaves = new ArrayList<>();
        field.collectColumns(leaves);
        return leaves.stream().mapToInt(request.order()).min().orElseThrow();
    }

    /**
     * Plans a scan.
     *
     * @param listener receives the planned and the skipped row groups
     * @throws CorruptFileException if the footer is contradictory, or impossible in this file
     * @throws UnsupportedFeatureException if the footer uses a feature that this version does not support
     */
    public static ReadPlan plan(OpenFile file, ScanRequest request, ScanListener listener) {
        try {
            return new ScanPlanner(file, request, listener).plan();
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(file.location()));
        }
    }

    private ReadPlan plan() {
        listener.planning(
                file.location(),
                request.filter() == null ? null : request.filter().condition(),
                columns);
        List<RowGroup> rowGroups = file.metadata().rowGroups();
        List<RowGroupReadPlan> read = new ArrayList<>();
        List<SkippedRowGroup> skipped = new ArrayList<>();
        List<DamagedRowGroup> damaged = new ArrayList<>();
        long firstRow = 0;
        for (int i = 0; i < rowGroups.size(); i++) {
            RowGroup rowGroup = rowGroups.get(i);
            RowRange rows = request.rows().intersect(firstRow, rowGroup.numRows());
            if (rows.count() > 0 && isSelected(i, rowGroup)) {
                try {
                    plan(i, rowGroup, rows, rows.first() - firstRow, read, skipped);
                } catch (CorruptFileException e) {
                    damaged.add(new DamagedRowGroup(i, rows, skippable(e, i)));
                }
            }
            firstRow += rowGroup.numRows();
        }
        SharedBytes shared = PlanCheck.sharedBytes(read);
        moveDamaged(shared.overlaps(), read, damaged);
        moveDamaged(PlanCheck.excessiveIndexes(read, file.footer().fileLength()), read, damaged);
        ReadPlan plan = new ReadPlan(shape, columns, read, skipped, damaged, shared.repeatedBytes(read));
        PlanCheck.check(plan, file);
        return plan;
    }

    /**
     * Moves damaged row groups from those that are read.
     *
     * @param found the damage by ordinal
     */
    private void moveDamaged(
            Map<Integer, CorruptFileException> found, List<RowGroupReadPlan> read, List<DamagedRowGroup> damaged) {
        if (found.isEmpty()) {
            return;
        }
        for (RowGroupReadPlan rowGroup : List.copyOf(read)) {
            CorruptFileException damage = found.get(rowGroup.ordinal());
            if (damage != null) {
                RowRange rows = new RowRange(rowGroup.firstRow(), rowGroup.rowCount());
                damaged.add(new DamagedRowGroup(rowGroup.ordinal(), rows, skippable(damage, rowGroup.ordinal())));
                read.remove(rowGroup);
            }
        }
    }

    /** Returns the damage of a row group, located, if it may be skipped; otherwise throws it. */
    private CorruptFileException skippable(CorruptFileException damage, int rowGroup) {
        damage.locate(new FileLocation(file.location(), rowGroup, null, -1, -1));
        if (request.onCorruption() == OnCorruption.FAIL || EncryptedColumns.mayBe(file, rowGroup, columns, damage)) {
            throw damage;
        }
        return damage;
    }

    private boolean isSelected(int ordinal, RowGroup rowGroup) {
        return request.rowGroups().test(ordinal) && request.split().contains(rowGroup, file);
    }

    private void plan(
            int ordinal,
            RowGroup rowGroup,
            RowRange rows,
            long skippedRows,
            List<RowGroupReadPlan> read,
            List<SkippedRowGroup> skipped) {
        if (filter == null) {
            List<ChunkReadPlan> chunks = ChunkReadPlan.list(file, ordinal, rowGroup, columns);
            RowGroupReadPlan plan = plan(ordinal, rowGroup, rows, skippedRows, chunks, null, PruningPlan.NONE);
            read.add(plan);
            listener.rowGroupPlanned(plan);
            return;
        }
        reportContradictions(ordinal);
        RowGroupFilterState state = filter.state(ordinal);
        PruningDecision decision = filter.evaluate(state);
        SkipReason reason = SkipReason.STATISTICS;
        if (decision.matchingRows() == MatchingRows.SOME_ROWS) {
            decision = filter.evaluate(state.withLevels());
            reason = SkipReason.LEVEL_HISTOGRAM;
        }
        if (decision.matchingRows() == MatchingRows.NO_ROWS) {
            skipped.add(skip(ordinal, rowGroup, reason, decision));
            return;
        }
        Predicate residual = state.residual();
        List<ChunkReadPlan> chunks =
                ChunkReadPlan.list(file, ordinal, rowGroup, filter.columnsFor(residual, columns, request.columns()));
        PruningPlan pruning =
                request.onCorruption() == OnCorruption.FAIL ? filter.plan(ordinal, rowGroup, state) : PruningPlan.NONE;
        RowGroupReadPlan plan = plan(ordinal, rowGroup, rows, skippedRows, chunks, residual, pruning);
        read.add(plan);
        listener.rowGroupPlanned(plan);
        if (decision.matchingRows() == MatchingRows.ALL_ROWS) {
            listener.allRowsMatch(ordinal, reason, decision.decidedBy());
        }
    }

    private void reportContradictions(int ordinal) {
        for (Column column : columns) {
            String contradiction = filter == null ? null : filter.contradiction(ordinal, column);
            if (contradiction != null) {
                listener.contradicted(ordinal, column, contradiction);
            }
        }
    }

    private static RowGroupReadPlan plan(
            int ordinal,
            RowGroup rowGroup,
            RowRange rows,
            long skippedRows,
            List<ChunkReadPlan> chunks,
            @Nullable Predicate residual,
            PruningPlan pruning) {
        return new RowGroupReadPlan(
                ordinal, rows.first(), rows.count(), skippedRows, rowGroup.numRows(), chunks, residual, pruning);
    }

    private SkippedRowGroup skip(int ordinal, RowGroup rowGroup, SkipReason reason, PruningDecision decision) {
        long[] bytes = new long[columns.size()];
        for (int i = 0; i < bytes.length; i++) {
            ColumnMetaData metadata =
                    rowGroup.columns().get(columns.get(i).index()).metadata();
            bytes[i] = metadata == null ? 0 : Math.max(0, metadata.totalCompressedSize());
        }
        SkippedRowGroup skipped = new SkippedRowGroup(
                ordinal,
                rowGroup.numRows(),
                LongStream.of(bytes).sum(),
                reason,
                Objects.requireNonNull(decision.decidedBy()));
        listener.rowGroupSkipped(skipped, bytes);
        return skipped;
    }
}
