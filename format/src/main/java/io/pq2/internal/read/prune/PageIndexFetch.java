package io.pq2.internal.read.prune;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageIndexReader;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.PageIndexPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The page indexes of a row group that a scan needs: both halves of those of the columns that the filter names, and of all chunks where
 * pages are. One that is damaged is as good as none, for it is no reason not to read the pages; one that is encrypted and not authentic
 * is.
 */
final class PageIndexFetch {

    private final RowGroupPlan rowGroup;
    private final PruningReads reads;
    private final List<Integer> columnIndexes = new ArrayList<>();
    private final List<Integer> filterOffsets = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();

    /** @param reads what they are read with; requested by the caller */
    PageIndexFetch(RowGroupPlan rowGroup, PruningReads reads) throws IOException {
        this.rowGroup = rowGroup;
        this.reads = reads;
        for (PageIndexPlan plan : rowGroup.proofs().pageIndexes()) {
            columnIndexes.add(reads.add(plan.sibling(), plan.columnIndex()));
            filterOffsets.add(reads.add(plan.sibling(), plan.offsetIndex()));
        }
        for (ChunkPlan chunk : rowGroup.chunks()) {
            offsets.add(reads.add(chunk.sibling(), chunk.offsetIndex()));
        }
    }

    private <T> T read(int range, ModuleType type, Column column, Function<CompactReader, T> decoder)
            throws IOException {
        Slice bytes = reads.get(range, type, rowGroup.ordinal(), column);
        if (bytes == null) {
            return null;
        }
        try {
            return decoder.apply(new CompactReader(bytes.bytes(), bytes.start(), bytes.end()));
        } catch (CorruptFileException e) {
            return null;
        }
    }

    /** The column index of a column that the filter names, null if there is none. */
    ColumnIndex columnIndex(Column column) throws IOException {
        int index = indexOf(column);
        return index < 0
                ? null
                : read(columnIndexes.get(index), ModuleType.COLUMN_INDEX, column, PageIndexReader::readColumnIndex);
    }

    /** The offset index of a column that the filter names, null if there is none. */
    OffsetIndex offsetIndex(Column column) throws IOException {
        int index = indexOf(column);
        return index < 0
                ? null
                : read(filterOffsets.get(index), ModuleType.OFFSET_INDEX, column, PageIndexReader::readOffsetIndex);
    }

    private int indexOf(Column column) {
        List<PageIndexPlan> plans = rowGroup.proofs().pageIndexes();
        for (int i = 0; i < plans.size(); i++) {
            if (plans.get(i).column().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    /** The offset index of one of the plan's chunks, null if there is none. */
    OffsetIndex offsetIndex(int chunk) throws IOException {
        Column column = rowGroup.chunks().get(chunk).column();
        return read(offsets.get(chunk), ModuleType.OFFSET_INDEX, column, PageIndexReader::readOffsetIndex);
    }
}
