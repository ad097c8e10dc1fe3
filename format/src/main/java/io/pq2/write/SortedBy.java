package io.pq2.write;

import java.util.Objects;

/**
 * One of the columns by which the rows of a file are sorted.
 *
 * @param dottedPath the column: a field of the schema that is not a group and not repeated
 * @param descending whether values descend
 * @param nullsFirst whether nulls come before values
 */
public record SortedBy(String dottedPath, boolean descending, boolean nullsFirst) {

    public SortedBy {
        Objects.requireNonNull(dottedPath, "dottedPath");
    }

    /** Ascending, nulls first. */
    public static SortedBy ascending(String dottedPath) {
        return new SortedBy(dottedPath, false, true);
    }

    /** Descending, nulls last. */
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
