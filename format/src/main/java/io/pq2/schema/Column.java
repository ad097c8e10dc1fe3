package io.pq2.schema;

import java.util.List;

/**
 * A leaf of a schema together with its place.
 *
 * @param index its ordinal among the leaves, which is that of its column chunk in each row group
 * @param path the names from the top-level field to the leaf
 * @param field the leaf
 * @param maxDefinitionLevel how many fields on the path are not required: the level of a present value
 * @param maxRepetitionLevel how many fields on the path are repeated
 */
public record Column(
        int index, List<String> path, PrimitiveField field, int maxDefinitionLevel, int maxRepetitionLevel) {

    public Column {
        path = List.copyOf(path);
    }

    /**
     * Whether the column is at a path or below it.
     *
     * @param dottedPath names from the top-level field on with dots between them, of a column or a group
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

    /** The path with dots between the names, for messages. */
    public String dottedPath() {
        return String.join(".", path);
    }
}
