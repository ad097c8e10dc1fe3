package io.pq2.internal.predicate.prune;

/** The rows of a row group or page that match a predicate. */
public enum MatchingRows {
    /** The predicate is true for no row: the rows need not be read. */
    NO_ROWS,
    /** The predicate may be true for some rows: nothing is certain. */
    SOME_ROWS,
    /** The predicate is true for every row: the rows need no check. */
    ALL_ROWS
}
