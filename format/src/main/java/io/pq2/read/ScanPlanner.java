package io.pq2.read;

import io.pq2.CorruptFileException;
import io.pq2.FileLocation;
import io.pq2.UnsupportedFeatureException;
import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Evidence;
import io.pq2.predicate.Proof;
import io.pq2.predicate.RowGroupPruner;
import io.pq2.predicate.Verdict;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.PageIndexPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** Makes the plan of a scan out of a footer and what a caller asks for. */
final class ScanPlanner {

    private final ParquetFile file;
    private final IntPredicate ordinals;
    private final SplitRange split;
    private final RowRange rows;
    private final RowFilter filter;
    private final ScanExplanation explanation;
    private final Shape.Struct shape;
    private final List<Column> columns = new ArrayList<>();
    private final ChunkRanges ranges;
    /** The columns by whose pages rows can be left out. */
    private final Set<Column> filterColumns;

    /**
     * @param split null for the whole file
     * @param rows the rows that come out at most
     * @param filter null for all rows
     * @param explanation null if nobody asks for it
     */
    ScanPlanner(
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
        Set<Column> lookedAt = filter == null ? Set.of() : filter.columns(file.schema());
        for (Column column : file.schema().columns()) {
            if (wanted.test(column) || lookedAt.contains(column)) {
                columns.add(column);
            }
        }
        this.ranges = file.ranges();
        this.filterColumns = filterColumns(file, filter);
    }

    ScanPlan plan() {
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
        RowGroupPruner pruner = filter == null || !file.options().statistics()
                ? null
                : new RowGroupPruner(metadata, file.schema(), filter.rules().missingColumns());
        List<RowGroupPlan> read = new ArrayList<>();
        List<SkippedRowGroup> skipped = new ArrayList<>();
        long firstRow = 0;
        for (int i = 0; i < metadata.rowGroups().size(); i++) {
            RowGroup rowGroup = metadata.rowGroups().get(i);
            RowRange part = rows.within(firstRow, rowGroup.numRows());
            if (part.count() > 0 && isCovered(i, rowGroup)) {
                Verdict verdict = pruner == null ? Verdict.UNDECIDED : pruner.verdict(i, filter.condition());
                if (verdict.proof() == Proof.NO_ROWS) {
                    skipped.add(skipped(i, rowGroup, verdict));
                } else {
                    RowGroupPlan plan = new RowGroupPlan(
                            i,
                            part.first(),
                            part.count(),
                            part.first() - firstRow,
                            rowGroup.numRows(),
                            chunks(i, rowGroup),
                            verdict.proof() == Proof.SOME_ROWS ? pageIndexes(i, rowGroup) : List.of());
                    read.add(plan);
                    explain(plan, verdict);
                }
            }
            firstRow += rowGroup.numRows();
            if (firstRow < 0) {
                throw new CorruptFileException("the row groups have more than 2^63 rows");
            }
        }
        return new ScanPlan(shape, columns, read, skipped);
    }

    private void explain(RowGroupPlan plan, Verdict verdict) {
        if (explanation != null) {
            explanation.planned(plan);
            if (verdict.proof() == Proof.ALL_ROWS) {
                explanation.matched(plan.ordinal(), Evidence.STATISTICS, verdict.because());
            }
        }
    }

    private SkippedRowGroup skipped(int ordinal, RowGroup rowGroup, Verdict verdict) {
        long[] bytes = new long[columns.size()];
        for (int i = 0; i < bytes.length; i++) {
            ColumnMetaData metadata =
                    rowGroup.columns().get(columns.get(i).index()).metaData();
            bytes[i] = metadata == null ? 0 : Math.max(0, metadata.totalCompressedSize());
        }
        SkippedRowGroup skipped = new SkippedRowGroup(
                ordinal, rowGroup.numRows(), LongStream.of(bytes).sum(), Evidence.STATISTICS, verdict.because());
        if (explanation != null) {
            explanation.skipped(skipped, bytes);
        }
        return skipped;
    }

    private boolean isCovered(int ordinal, RowGroup rowGroup) {
        return ordinals.test(ordinal) && (split == null || split.contains(rowGroup, file.dataEnd()));
    }

    private List<ChunkPlan> chunks(int ordinal, RowGroup rowGroup) {
        List<ChunkPlan> chunks = new ArrayList<>(columns.size());
        for (Column column : columns) {
            ColumnMetaData metadata = ChunkRanges.metadata(rowGroup, ordinal, column);
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

    /** The page indexes of the columns that the filter names, as far as they can be of use. */
    private List<PageIndexPlan> pageIndexes(int ordinal, RowGroup rowGroup) {
        List<PageIndexPlan> plans = new ArrayList<>();
        for (Column column : filterColumns) {
            ColumnChunk chunk = rowGroup.columns().get(column.index());
            if (chunk.metaData() == null || chunk.cryptoMetadata() != null) {
                continue;
            }
            String sibling = ranges.sibling(chunk, ordinal, column);
            ByteRange columnIndex = ranges.columnIndex(chunk, sibling);
            ByteRange offsetIndex = ranges.offsetIndex(chunk, sibling);
            if (columnIndex != null && offsetIndex != null) {
                plans.add(new PageIndexPlan(column, sibling, columnIndex, offsetIndex));
            }
        }
        return plans;
    }

    private static Set<Column> filterColumns(ParquetFile file, RowFilter filter) {
        Set<Column> columns = new LinkedHashSet<>();
        if (filter != null && file.options().pageIndexes()) {
            for (List<String> path : filter.condition().paths()) {
                Column column = file.schema().column(path);
                if (column != null && column.maxRepetitionLevel() == 0) {
                    columns.add(column);
                }
            }
        }
        return columns;
    }
}
