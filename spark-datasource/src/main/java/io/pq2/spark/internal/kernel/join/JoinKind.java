package io.pq2.spark.internal.kernel.join;

/** What a join returns for the rows of the side that is not broadcast. */
public enum JoinKind {
    /** A row for each match. */
    INNER,
    /** A row for each match, or one with nulls if there is none. */
    OUTER,
    /** The row itself if there is a match. */
    SEMI,
    /** The row itself if there is no match. */
    ANTI,
    /** The row itself if there is no match and its key is not null, as {@code NOT IN} compares with other values. */
    NOT_IN,
    /** The row itself, and whether there is a match. */
    EXISTENCE;

    /** Whether rows of the other side are returned. */
    public boolean returnsMatches() {
        return this == INNER || this == OUTER;
    }
}
