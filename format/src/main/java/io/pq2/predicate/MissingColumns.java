package io.pq2.predicate;

/** How a filter treats a column that the file does not have. */
public enum MissingColumns {
    /** The meaning is unknown: conditions on the column prune nothing, and no row fails because of them. */
    UNKNOWN,
    /** The column is null in every row. */
    ARE_NULL
}
