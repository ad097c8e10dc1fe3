package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a column chunk that contain certain rows, according to its offset index.
 *
 * @param dictionary the range of the dictionary page; absent if the first run contains it, and if it need not be read
 * @param runs the page runs, in the order of the chunk. Each range of the rows is in one run
 * @param skippedPages the number of pages outside the runs
 */
public record PageRuns(@Nullable ByteRange dictionary, List<PageRun> runs, int skippedPages) {

    private static final long MAX_BYTES = Integer.MAX_VALUE - 8 - RangeSource.SLACK;

    public PageRuns {
        runs = List.copyOf(runs);
    }

    /**
     * Consecutive data pages.
     *
     * @param range the range of the pages, with the dictionary page if that is directly before the first one
     * @param rows by page: the index in the row group of its first row; then the index after the last row of the last
     *     page
     * @param firstPage the ordinal in the chunk of the first page
     */
    public record PageRun(ByteRange range, long[] rows, int firstPage) {

        /** Returns the index in the row group of the first row of the first page. */
        public long firstRow() {
            return rows[0];
        }

        /** Returns the index in the row group after the last row of the last page. */
        public long endRow() {
            return rows[rows.length - 1];
        }
    }

    /**
     * Returns the pages with certain rows.
     *
     * @param rows the rows; not empty
     * @param dictionaryRead whether the dictionary page was read before
     * @return null if the offset index contradicts itself or the footer, or if a run is longer than an array
     */
    static @Nullable PageRuns of(
            ChunkReadPlan chunk, OffsetIndex index, RowGroupReadPlan rowGroup, RowRanges rows, boolean dictionaryRead) {
        List<PageLocation> pages = index.pageLocations();
        if (!isConsistent(pages, chunk, rowGroup.rowGroupRows())) {
            return null;
        }
        List<PageRun> runs = new ArrayList<>();
        int pagesInRuns = 0;
        int first = 0;
        while (first < pages.size()) {
            int end = first;
            while (end < pages.size()
                    && rows.intersects(pages.get(end).firstRowIndex(), endRow(pages, end, rowGroup.rowGroupRows()))) {
                end++;
            }
            if (end > first) {
                long start = first == 0 && !dictionaryRead
                        ? chunk.range().offset()
                        : pages.get(first).offset();
                PageLocation last = pages.get(end - 1);
                long stop = last.offset() + last.compressedPageSize();
                if (stop - start > MAX_BYTES) {
                    return null;
                }
                long[] bounds = new long[end - first + 1];
                for (int i = first; i < end; i++) {
                    bounds[i - first] = pages.get(i).firstRowIndex();
                }
                bounds[end - first] = endRow(pages, end - 1, rowGroup.rowGroupRows());
                runs.add(new PageRun(range(start, stop), bounds, first));
                pagesInRuns += end - first;
            }
            first = end + 1;
        }
        long dataStart = pages.get(0).offset();
        long dictionaryBytes = dataStart - chunk.range().offset();
        if (dictionaryBytes > MAX_BYTES) {
            return null;
        }
        boolean separate = !dictionaryRead && runs.get(0).firstRow() > 0 && dictionaryBytes > 0;
        return new PageRuns(
                separate ? range(chunk.range().offset(), dataStart) : null, runs, pages.size() - pagesInRuns);
    }

    /** Returns the number of bytes of the runs and the separate dictionary page. */
    public long bytes() {
        long bytes = dictionary == null ? 0 : dictionary.length();
        for (PageRun run : runs) {
            bytes += run.range().length();
        }
        return bytes;
    }

    private static long endRow(List<PageLocation> pages, int page, long rows) {
        return page + 1 < pages.size() ? pages.get(page + 1).firstRowIndex() : rows;
    }

    /** Whether pages follow each other inside the chunk, and their rows inside the row group. */
    private static boolean isConsistent(List<PageLocation> pages, ChunkReadPlan chunk, long rows) {
        long offset = chunk.range().offset();
        long row = -1;
        for (PageLocation page : pages) {
            boolean follows = page.offset() >= offset && page.offset() <= chunk.end();
            if (!follows
                    || page.compressedPageSize() > chunk.end() - page.offset()
                    || page.firstRowIndex() <= row
                    || page.firstRowIndex() >= rows
                    || (row < 0 && page.firstRowIndex() != 0)) {
                return false;
            }
            offset = page.offset() + page.compressedPageSize();
            row = page.firstRowIndex();
        }
        return !pages.isEmpty();
    }

    private static ByteRange range(long start, long end) {
        return new ByteRange(start, (int) (end - start));
    }
}
