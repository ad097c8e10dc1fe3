package io.pq2.encryption;

import io.pq2.encryption.internal.ModuleKey;
import io.pq2.schema.Column;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is said about columns by paths, where the longest path at or above a column counts. */
final class ColumnKeys<T> {

    private final Map<String, T> byPath;

    ColumnKeys(Map<String, T> byPath) {
        this.byPath = new LinkedHashMap<>(byPath);
    }

    /** What is said about a column, null if nothing is. */
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

    /** A copy of a key, checked. */
    static ModuleKey copy(String column, byte[] key) {
        return ModuleKey.of("the key of column " + column, key);
    }
}
