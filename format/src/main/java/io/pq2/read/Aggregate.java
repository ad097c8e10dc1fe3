package io.pq2.read;

import io.pq2.schema.Column;

/**
 * An aggregate function of one column.
 *
 * @param kind the function
 * @param column a column that is not below a repeated field
 */
public record Aggregate(Kind kind, Column column) {

    /** An aggregate function. */
    public enum Kind {
        /** The number of values that are not null. */
        COUNT,
        /** The smallest value. */
        MIN,
        /** The largest value. */
        MAX
    }
}
