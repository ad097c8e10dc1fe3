package io.pq2.internal.encryption;

import io.pq2.schema.Column;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by the dotted paths of columns and groups. A column has the value of the longest path that names it or one of
 * its ancestors.
 */
final class ColumnPathMap<T> {

    private final Map<String, T> byPath;

    ColumnPathMap(Map<String, T> byPath) {
        this.byPath = new LinkedHashMap<>(byPath);
    }

    /** Returns the value of a column; absent when no path names it or an ancestor. */
    @Nullable
    T get(Column column) {
        String longest = null;
        for (String path : byPath.keySet()) {
            if (column.isAtOrBelow(path) && (longest == null || path.length() > longest.length())) {
                longest = path;
            }
        }
        return longest == null ? null : byPath.get(longest);
    }

    Collection<String> paths() {
        return byPath.keySet();
    }

    Collection<T> values() {
        return byPath.values();
    }

    boolean isEmpty() {
        return byPath.isEmpty();
    }
}
