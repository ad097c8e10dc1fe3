package io.pq2.bench.select;

import java.util.Arrays;
import java.util.List;

/**
 * A column that a query returns.
 *
 * @param path the names from the top-level field to the leaf
 * @param kind the kind of its values
 */
record SelectColumn(List<String> path, Kind kind) {

    /** The kind of values that engines sum: stored numbers, or the byte lengths of texts. */
    enum Kind {
        /** A BIGINT or INT. */
        NUMBER,
        /** A DECIMAL with two digits after the decimal point, stored as INT64. */
        DECIMAL,
        /** A date, in days since 1970-01-01. */
        DATE,
        TEXT
    }

    static SelectColumn of(String dottedPath, Kind kind) {
        return new SelectColumn(Arrays.asList(dottedPath.split("\\.", -1)), kind);
    }

    /** Returns the path in SQL. */
    String sql() {
        return String.join(".", path);
    }
}
