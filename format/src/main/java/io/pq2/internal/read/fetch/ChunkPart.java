package io.pq2.internal.read.fetch;

import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * The pages of a column chunk that have certain rows, as its offset index says.
 *
 * @param dictionary where the dictionary page is, if it is not in front of the first stretch's pages; otherwise null
 * @param stretches where the pages are; one has all of each range of the rows that it has rows of
 * @param skippedPages how many pages are in none
 */
public record ChunkPart(ByteRange dictionary, List<Stretch> stretches, int skippedPages) {

    private static final long MOST_BYTES = Integer.MAX_VALUE - 8 - RangeSource.SLACK;

    /**
     * Pages one behind the other.
     *
     * @param pages where they are, the dictionary in front of them if it is there
     * @param firstRow the index in the row group of the first page's first row
     * @param endRow the index of the row behind the last page's last one
     * @param firstPage the ordinal in the chunk of the first data page
     */
    public record Stretch(ByteRange pages, long firstRow, long endRow, int firstPage) {}

    /**
     * The pages with certain rows, of which there are some.
     *
     * @param dictionaryHeld whether the dictionary page is at hand and is not to be read
     * @return null if the index contradicts itself or the footer, so that it is better not relied on, or if pages are more than fit
     *     an array
     */
    public static ChunkPart of(
            ChunkPlan chunk, OffsetIndex index, RowGroupPlan rowGroup, RowRanges rows, boolean dictionaryHeld) {
        List<PageLocation> locations = index.pageLocations();
        if (!isSound(locations, chunk, rowGroup.rowGroupRows())) {
            return null;
        }
        List<Stretch> stretches = new ArrayList<>();
        int pages = 0;
        int first = 0;
        while (first < locations.size()) {
            int end = first;
            while (end < locations.size()
                    && rows.intersects(
                            locations.get(end).firstRowIndex(), endRow(locations, end, rowGroup.rowGroupRows()))) {
                end++;
            }
            if (end > first) {
                long start = first == 0 && !dictionaryHeld
                        ? chunk.range().offset()
                        : locations.get(first).offset();
                PageLocation last = locations.get(end - 1);
                long stop = last.offset() + last.compressedPageSize();
                if (stop - start > MOST_BYTES) {
                    return null;
                }
                stretches.add(new Stretch(
                        range(start, stop),
                        locations.get(first).firstRowIndex(),
                        endRow(locations, end - 1, rowGroup.rowGroupRows()),
                        first));
                pages += end - first;
            }
            first = end + 1;
        }
        long dataStart = locations.get(0).offset();
        long dictionaryBytes = dataStart - chunk.range().offset();
        if (dictionaryBytes > MOST_BYTES) {
            return null;
        }
        boolean separate = !dictionaryHeld && stretches.get(0).firstRow() > 0 && dictionaryBytes > 0;
        return new ChunkPart(
                separate ? range(chunk.range().offset(), dataStart) : null, stretches, locations.size() - pages);
    }

    /** How many bytes they are. */
    public long bytes() {
        long bytes = dictionary == null ? 0 : dictionary.length();
        for (Stretch stretch : stretches) {
            bytes += stretch.pages().length();
        }
        return bytes;
    }

    private static long endRow(List<PageLocation> locations, int page, long rows) {
        return page + 1 < locations.size() ? locations.get(page + 1).firstRowIndex() : rows;
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
