package io.pq2.internal.predicate.prune;

/** What is certain about the rows of a row group or a page and a predicate. */
public enum MatchingRows {
    /** The predicate is true for none of the rows: they need not be read. */
    NO_ROWS,
    /** Nothing is certain. */
    SOME_ROWS,
    /** The predicate is true for each row: the rows need no check. */
    ALL_ROWS
}
