package io.pq2.read;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.util.List;

/**
 * The pages of a column chunk that have certain rows, as its offset index says.
 *
 * @param dictionary where the dictionary page is, if it is not among {@code pages}; otherwise null
 * @param pages where the pages are, one behind the other
 * @param firstRow the index in the row group of the first page's first row
 */
record ChunkPart(ByteRange dictionary, ByteRange pages, long firstRow) {

    /**
     * The pages with the rows that a plan wants.
     *
     * @return null if the index contradicts itself or the footer, so that it is better not relied on, or if the pages are more
     *     than fit an array
     */
    static ChunkPart of(ChunkPlan chunk, OffsetIndex index, RowGroupPlan rowGroup) {
        List<PageLocation> locations = index.pageLocations();
        if (!isSound(locations, chunk, rowGroup.rowGroupRows())) {
            return null;
        }
        int first = 0;
        int end = locations.size();
        long lastRow = rowGroup.skippedRows() + rowGroup.rowCount();
        while (first + 1 < end && locations.get(first + 1).firstRowIndex() <= rowGroup.skippedRows()) {
            first++;
        }
        while (end - 1 > first && locations.get(end - 1).firstRowIndex() >= lastRow) {
            end--;
        }
        long dataStart = locations.get(0).offset();
        long start = first == 0 ? chunk.range().offset() : locations.get(first).offset();
        long stop = locations.get(end - 1).offset() + locations.get(end - 1).compressedPageSize();
        boolean separate = first > 0 && dataStart > chunk.range().offset();
        long most = Integer.MAX_VALUE - 8 - RangeSource.SLACK;
        if (stop - start > most || dataStart - chunk.range().offset() > most) {
            return null;
        }
        return new ChunkPart(
                separate ? range(chunk.range().offset(), dataStart) : null,
                range(start, stop),
                locations.get(first).firstRowIndex());
    }

    private static boolean isSound(List<PageLocation> locations, ChunkPlan chunk, long rows) {
        long offset = chunk.range().offset();
        long row = -1;
        for (PageLocation location : locations) {
            boolean behind = location.offset() >= offset && location.offset() <= chunk.end();
            if (!behind
                    || location.compressedPageSize() > chunk.end() - location.offset()
                    || location.firstRowIndex() <= row
                    || location.firstRowIndex() >= rows
                    || (row < 0 && location.firstRowIndex() != 0)) {
                return false;
            }
            offset = location.offset() + location.compressedPageSize();
            row = location.firstRowIndex();
        }
        return !locations.isEmpty();
    }

    private static ByteRange range(long start, long end) {
        return new ByteRange(start, (int) (end - start));
    }
}
