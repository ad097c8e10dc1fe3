package io.pq2.internal.read.plan;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.PruningDecision;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.read.prune.PruningPlanner;
import io.pq2.internal.read.prune.RowGroupFilterState;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanPlan;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.ProofPlans;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** Makes the plan of a scan out of a footer and what a caller asks for. */
public final class ScanPlanner {

    private final ParquetFile file;
    private final IntPredicate ordinals;
    private final SplitRange split;
    private final RowRange rows;
    private final RowFilter filter;
    private final ScanExplanation explanation;
    private final Shape.Struct shape;
    private final List<Column> columns = new ArrayList<>();
    private final Predicate<Column> wanted;
    private final Set<Column> lookedAt;
    private final ChunkRanges ranges;
    private final PruningPlanner proofs;
    /** Null without a filter, or if statistics are not to be used. */
    private final RowGroupPruner pruner;
    /** Row groups often have the same left to check: what it was in the last one, and the columns that are read for it. */
    private io.pq2.predicate.Predicate lastResidual;

    private List<Column> lastNeeded;

    /**
     * @param split null for the whole file
     * @param rows the rows that come out at most
     * @param filter null for all rows
     * @param explanation null if nobody asks for it
     */
    public ScanPlanner(
            ParquetFile file,
            Predicate<Column> wanted,
            IntPredicate ordinals,
            SplitRange split,
            RowRange rows,
            RowFilter filter,
            ScanExplanation explanation) {
        this.file = file;
        this.ordinals = ordinals;
        this.split = split;
        this.rows = rows;
        this.filter = filter;
        this.explanation = explanation;
        Shape.Struct pruned = file.schema().shape().prune(wanted);
        this.shape = pruned == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : pruned;
        this.lookedAt = filter == null ? Set.of() : filter.columns(file.schema());
        for (Column column : file.schema().columns()) {
            if (wanted.test(column) || lookedAt.contains(column)) {
                columns.add(column);
            }
        }
        this.ranges = file.ranges();
        this.wanted = wanted;
        this.proofs = filter == null ? null : new PruningPlanner(file, filter);
        this.pruner = filter == null || !file.options().statistics()
                ? null
                : new RowGroupPruner(
                        file.metadata(), file.schema(), filter.semantics().missingColumns());
    }

    public ScanPlan plan() {
        try {
            return planRowGroups();
        } catch (CorruptFileException e) {
            throw e.locate(FileLocation.file(file.input().location()));
        } catch (UnsupportedFeatureException e) {
            throw e.locate(FileLocation.file(file.input().location()));
        }
    }

    private ScanPlan planRowGroups() {
        if (explanation != null) {
            explanation.begin(file.input().location(), filter == null ? null : filter.condition(), columns);
        }
        FileMetaData metadata = file.metadata();
        List<RowGroupPlan> read = new ArrayList<>();
        List<SkippedRowGroup> skipped = new ArrayList<>();
        long firstRow = 0;
        for (int i = 0; i < metadata.rowGroups().size(); i++) {
            RowGroup rowGroup = metadata.rowGroups().get(i);
            RowRange part = rows.within(firstRow, rowGroup.numRows());
            if (part.count() > 0 && isCovered(i, rowGroup)) {
                RowGroupFilterState evidence =
                        filter == null ? null : new RowGroupFilterState(file.schema(), filter, pruner, lookedAt, i);
                PruningDecision decision = decide(evidence);
                SkipReason by = SkipReason.STATISTICS;
                if (decision.matchingRows() == MatchingRows.SOME_ROWS && evidence != null) {
                    decision = decide(evidence.withLevels());
                    by = SkipReason.LEVEL_HISTOGRAM;
                }
                if (decision.matchingRows() == MatchingRows.NO_ROWS) {
                    skipped.add(skipped(i, rowGroup, by, decision));
                } else {
                    RowGroupPlan plan = read(i, rowGroup, part, part.first() - firstRow, evidence);
                    read.add(plan);
                    explain(plan, by, decision);
                }
            }
            firstRow += rowGroup.numRows();
            if (firstRow < 0) {
                throw new CorruptFileException("the row groups have more than 2^63 rows");
            }
        }
        return new ScanPlan(shape, columns, read, skipped);
    }

    /** @param evidence null without a filter */
    private PruningDecision decide(RowGroupFilterState evidence) {
        return evidence == null
                ? PruningDecision.UNDECIDED
                : evidence.evaluator().evaluate(filter.condition());
    }

    /** @param evidence null without a filter */
    private RowGroupPlan read(int i, RowGroup rowGroup, RowRange part, long skippedRows, RowGroupFilterState evidence) {
        io.pq2.predicate.Predicate residual = evidence == null ? null : evidence.residual();
        return new RowGroupPlan(
                i,
                part.first(),
                part.count(),
                skippedRows,
                rowGroup.numRows(),
                chunks(i, rowGroup, needed(residual)),
                residual,
                evidence == null ? ProofPlans.NONE : proofs.plan(i, rowGroup, evidence));
    }

    /** The columns that are read of a row group of which so much is left to check. */
    private List<Column> needed(io.pq2.predicate.Predicate residual) {
        if (filter == null || residual == filter.condition()) {
            return columns;
        }
        if (!residual.equals(lastResidual)) {
            Set<Column> stillLookedAt = filter.with(residual).columns(file.schema());
            lastResidual = residual;
            lastNeeded = columns.stream()
                    .filter(column -> wanted.test(column) || stillLookedAt.contains(column))
                    .toList();
        }
        return lastNeeded;
    }

    private void explain(RowGroupPlan plan, SkipReason evidence, PruningDecision decision) {
        if (explanation != null) {
            explanation.planned(plan);
            if (decision.matchingRows() == MatchingRows.ALL_ROWS) {
                explanation.matched(plan.ordinal(), evidence, decision.decidedBy());
            }
        }
    }

    private SkippedRowGroup skipped(int ordinal, RowGroup rowGroup, SkipReason evidence, PruningDecision decision) {
        long[] bytes = new long[columns.size()];
        for (int i = 0; i < bytes.length; i++) {
            ColumnMetaData metadata =
                    rowGroup.columns().get(columns.get(i).index()).metadata();
            bytes[i] = metadata == null ? 0 : Math.max(0, metadata.totalCompressedSize());
        }
        SkippedRowGroup skipped = new SkippedRowGroup(
                ordinal, rowGroup.numRows(), LongStream.of(bytes).sum(), evidence, decision.decidedBy());
        if (explanation != null) {
            explanation.skipped(skipped, bytes);
        }
        return skipped;
    }

    private boolean isCovered(int ordinal, RowGroup rowGroup) {
        return ordinals.test(ordinal)
                && (split == null || split.contains(rowGroup, file.dataEnd(), file.decryptor() != null));
    }

    private List<ChunkPlan> chunks(int ordinal, RowGroup rowGroup, List<Column> needed) {
        List<ChunkPlan> chunks = new ArrayList<>(needed.size());
        for (Column column : needed) {
            ColumnMetaData metadata = ChunkRanges.metadata(rowGroup, ordinal, column, file.decryptor());
            ColumnChunk chunk = rowGroup.columns().get(column.index());
            String sibling = ranges.sibling(chunk, ordinal, column);
            long length = ranges.length(metadata, sibling, ordinal, column);
            chunks.add(new ChunkPlan(
                    column,
                    metadata,
                    sibling,
                    ChunkRanges.beginning(metadata, length, file.options().maxChunkBytes()),
                    length,
                    ranges.offsetIndex(chunk, sibling)));
        }
        return chunks;
    }
}
