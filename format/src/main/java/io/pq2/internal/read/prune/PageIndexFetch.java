package io.pq2.internal.read.prune;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.PageIndexPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.source.Slice;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageIndexReader;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The page indexes of one row group: column index and offset index of the filter's columns, and the offset index of
 * every chunk that is read. A damaged index counts as missing.
 */
final class PageIndexFetch {

    private final RowGroupReadPlan rowGroup;
    private final PruningReads reads;
    private final List<Integer> columnIndexes = new ArrayList<>();
    private final List<Integer> filterOffsetIndexes = new ArrayList<>();
    private final List<Integer> offsetIndexes = new ArrayList<>();

    /**
     * Adds the indexes to {@code reads}.
     *
     * @param reads requested by the caller
     */
    PageIndexFetch(RowGroupReadPlan rowGroup, PruningReads reads) throws IOException {
        this.rowGroup = rowGroup;
        this.reads = reads;
        for (PageIndexPlan plan : rowGroup.pruning().pageIndexes()) {
            columnIndexes.add(reads.add(plan.externalFile(), plan.columnIndex()));
            filterOffsetIndexes.add(reads.add(plan.externalFile(), plan.offsetIndex()));
        }
        for (ChunkReadPlan chunk : rowGroup.chunks()) {
            offsetIndexes.add(reads.add(chunk.externalFile(), chunk.offsetIndex()));
        }
    }

    private <T> @Nullable T read(int handle, ModuleType type, Column column, Function<CompactReader, T> decoder)
            throws IOException {
        Slice bytes = reads.get(handle, type, rowGroup.ordinal(), column);
        if (bytes == null) {
            return null;
        }
        try {
            return decoder.apply(new CompactReader(bytes.bytes(), bytes.start(), bytes.end()));
        } catch (CorruptFileException e) {
            return null;
        }
    }

    /** Returns the column index of a column of the filter; null if it is missing or damaged. */
    @Nullable
    ColumnIndex columnIndex(Column column) throws IOException {
        int index = indexOf(column);
        return index < 0
                ? null
                : read(columnIndexes.get(index), ModuleType.COLUMN_INDEX, column, PageIndexReader::readColumnIndex);
    }

    /** Returns the offset index of a column of the filter; null if it is missing or damaged. */
    @Nullable
    OffsetIndex offsetIndex(Column column) throws IOException {
        int index = indexOf(column);
        return index < 0
                ? null
                : read(
                        filterOffsetIndexes.get(index),
                        ModuleType.OFFSET_INDEX,
                        column,
                        PageIndexReader::readOffsetIndex);
    }

    private int indexOf(Column column) {
        List<PageIndexPlan> plans = rowGroup.pruning().pageIndexes();
        for (int i = 0; i < plans.size(); i++) {
            if (plans.get(i).column().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the offset index of one of the plan's chunks; null if it is missing or damaged. */
    @Nullable
    OffsetIndex offsetIndex(int chunk) throws IOException {
        Column column = rowGroup.chunks().get(chunk).column();
        return read(offsetIndexes.get(chunk), ModuleType.OFFSET_INDEX, column, PageIndexReader::readOffsetIndex);
    }
}
