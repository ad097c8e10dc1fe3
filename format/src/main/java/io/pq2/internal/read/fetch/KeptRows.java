package io.pq2.internal.read.fetch;

import io.pq2.internal.predicate.prune.RowRanges;

/**
 * Collects the rows of a row group that a filter keeps. Detects early that late materialization would save little,
 * because nearly all pages of the deferred columns contain kept rows, or that it would take much memory.
 */
public final class KeptRows {

    /** The number of pages to examine before giving up. */
    private static final long MIN_PAGES = 4;
    /** The most ranges of rows, which take 32 MiB. A filter can keep every second one of billions of rows. */
    private static final int MAX_RANGES = 1 << 21;

    private final RowRanges.Builder rows = new RowRanges.Builder();
    private final long rowsPerPage;
    private final long pages;
    private long pagesWithRows;
    private long lastPage = -1;

    /**
     * Creates an empty collection.
     *
     * @param rowsPerPage the average number of rows per page of the largest deferred column
     * @param rowCount the number of rows of the row group
     */
    public KeptRows(long rowsPerPage, long rowCount) {
        this.rowsPerPage = Math.max(1, rowsPerPage);
        this.pages = 1 + (rowCount - 1) / this.rowsPerPage;
    }

    /** Adds a row. Rows must be added in ascending order. */
    public void add(long row) {
        rows.add(row, row + 1);
        long page = row / rowsPerPage;
        if (page != lastPage) {
            lastPage = page;
            pagesWithRows++;
        }
    }

    /**
     * Whether more than three quarters of the examined pages contain kept rows, or these are too scattered.
     *
     * @param endRow the index in the row group after the last examined row
     */
    public boolean areInMostPages(long endRow) {
        long examined = Math.min(pages, Math.max(MIN_PAGES, endRow / rowsPerPage));
        return 4 * pagesWithRows > 3 * examined || rows.size() > MAX_RANGES;
    }

    /** Returns the kept rows, by their index in the row group. */
    public RowRanges rows() {
        return rows.build();
    }
}
