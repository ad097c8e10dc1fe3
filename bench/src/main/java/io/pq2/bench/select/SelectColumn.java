package io.pq2.bench.select;

import java.util.Arrays;
import java.util.List;

/**
 * A column that a query returns.
 *
 * @param path the names from the top-level field to the leaf
 * @param kind what its values are
 */
record SelectColumn(List<String> path, Kind kind) {

    /** What engines add up of a column: numbers as they are stored, of texts their bytes. */
    enum Kind {
        /** BIGINT or INT. */
        NUMBER,
        /** DECIMAL with two digits behind the point, stored as INT64. */
        DECIMAL,
        /** Days since 1970-01-01. */
        DATE,
        TEXT
    }

    static SelectColumn of(String dottedPath, Kind kind) {
        return new SelectColumn(Arrays.asList(dottedPath.split("\\.", -1)), kind);
    }

    /** The path as SQL has it. */
    String sql() {
        return String.join(".", path);
    }
}
