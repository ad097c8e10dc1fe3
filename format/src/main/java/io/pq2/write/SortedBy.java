package io.pq2.write;

import java.io.Serializable;
import java.util.Objects;

/**
 * A column by which the rows of a file are sorted ({@code SortingColumn} in the footer).
 *
 * @param dottedPath the column, which must not be repeated
 * @param descending whether values descend
 * @param nullsFirst whether nulls come before values
 */
public record SortedBy(String dottedPath, boolean descending, boolean nullsFirst) implements Serializable {

    /**
     * Creates a sorting column.
     *
     * @throws NullPointerException if {@code dottedPath} is null
     */
    public SortedBy {
        Objects.requireNonNull(dottedPath, "dottedPath");
    }

    /** Returns an ascending order with nulls first. */
    public static SortedBy ascending(String dottedPath) {
        return new SortedBy(dottedPath, false, true);
    }

    /** Returns a descending order with nulls last. */
    public static SortedBy descending(String dottedPath) {
        return new SortedBy(dottedPath, true, false);
    }

    @Override
    public String toString() {
        return dottedPath
                + (descending ? " descending" : " ascending")
                + (nullsFirst ? ", nulls first" : ", nulls last");
    }
}
