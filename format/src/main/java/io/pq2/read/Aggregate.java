package io.pq2.read;

import io.pq2.schema.Column;

/**
 * What is wanted of the values of a column.
 *
 * @param kind which value
 * @param column a column that is not below a repeated field
 */
public record Aggregate(Kind kind, Column column) {

    /** Which value of a column. */
    public enum Kind {
        /** How many values are not null. */
        COUNT,
        /** The least value. */
        MIN,
        /** The greatest value. */
        MAX
    }
}
