package io.pq2.internal.read.decode;

import io.pq2.internal.predicate.prune.RowRanges;

/**
 * The rows of a row group that a filter keeps, as they are found. Tells early if there are some in nearly all pages of what is still to
 * be requested, so that it is no use to look for more.
 */
public final class KeptRows {

    /** So many pages are looked at before it is given up. */
    private static final long LEAST_PAGES = 4;

    private final RowRanges.Builder rows = new RowRanges.Builder();
    private final long rowsPerPage;
    private final long pages;
    private long count;
    private long pagesHit;
    private long lastPage = -1;

    /** @param rowsPerPage of what is still to be requested, on average */
    public KeptRows(long rowsPerPage, long rowCount) {
        this.rowsPerPage = Math.max(1, rowsPerPage);
        this.pages = 1 + (rowCount - 1) / this.rowsPerPage;
    }

    /** Adds a row behind those that there are. */
    void add(long row) {
        rows.add(row, row + 1);
        count++;
        long page = row / rowsPerPage;
        if (page != lastPage) {
            lastPage = page;
            pagesHit++;
        }
    }

    /** Whether nearly all pages are needed, as far as they have been looked at. */
    public boolean areEverywhere(long endRow) {
        long seen = Math.min(pages, Math.max(LEAST_PAGES, endRow / rowsPerPage));
        return 4 * pagesHit > 3 * seen;
    }

    long count() {
        return count;
    }

    public RowRanges rows() {
        return rows.build();
    }
}
