package io.pq2.schema;

import java.util.List;

/**
 * A leaf of a schema with its place.
 *
 * @param index index among the leaves of the schema, and of its column chunk in each row group
 * @param path names from the top-level field to the leaf
 * @param field the leaf
 * @param maxDefinitionLevel number of optional and repeated fields on the path, which is the definition level of a
 *     present value
 * @param maxRepetitionLevel number of repeated fields on the path
 */
public record Column(
        int index, List<String> path, PrimitiveField field, int maxDefinitionLevel, int maxRepetitionLevel) {

    public Column {
        path = List.copyOf(path);
    }

    /**
     * Whether a path is the path of this column or of a group that contains it.
     *
     * @param dottedPath path of a column or group, as names joined by dots
     */
    public boolean isAtOrBelow(String dottedPath) {
        int start = 0;
        for (String name : path) {
            int end = start + name.length();
            if (!dottedPath.startsWith(name, start) || (end < dottedPath.length() && dottedPath.charAt(end) != '.')) {
                return false;
            }
            if (end == dottedPath.length()) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    /** Returns the path as names joined by dots, for messages. */
    public String dottedPath() {
        return String.join(".", path);
    }
}
