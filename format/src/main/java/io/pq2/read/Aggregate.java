package io.pq2.read;

import io.pq2.schema.Column;

/**
 * An aggregate function of one column, or the count of a group that contains it.
 *
 * @param kind the function
 * @param column a column that is not below a repeated field; for the count of a group, a column in or below the group
 * @param level the definition level at which the counted value or group is present; the maximum level of the column
 *     for its values
 */
public record Aggregate(Kind kind, Column column, int level) {

    /** An aggregate function. */
    public enum Kind {
        /** The number of values that are not null. */
        COUNT,
        /** The smallest value. */
        MIN,
        /** The largest value. */
        MAX
    }

    /**
     * Creates an aggregate.
     *
     * @throws IllegalArgumentException if the column does not have the level, or if min or max is not of its values
     */
    public Aggregate {
        int max = column.maxDefinitionLevel();
        if (level < 0 || level > max || (kind != Kind.COUNT && level != max)) {
            throw new IllegalArgumentException(kind + " of " + column.dottedPath() + " at level " + level);
        }
    }

    /** Creates an aggregate of the values of a column. */
    public Aggregate(Kind kind, Column column) {
        this(kind, column, column.maxDefinitionLevel());
    }

    /** Whether this counts a group. Where all values of a present group are present, it counts the values instead. */
    public boolean isOfGroup() {
        return level < column.maxDefinitionLevel() || (kind == Kind.COUNT && column.maxRepetitionLevel() > 0);
    }
}
