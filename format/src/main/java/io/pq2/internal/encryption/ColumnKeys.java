package io.pq2.internal.encryption;

import io.pq2.schema.Column;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is said about columns by paths, where the longest path at or above a column counts. */
public final class ColumnKeys<T> {

    private final Map<String, T> byPath;

    public ColumnKeys(Map<String, T> byPath) {
        this.byPath = new LinkedHashMap<>(byPath);
    }

    /** What is said about a column, null if nothing is. */
    public T get(Column column) {
        String longest = null;
        for (String path : byPath.keySet()) {
            if (column.isAtOrBelow(path) && (longest == null || path.length() > longest.length())) {
                longest = path;
            }
        }
        return longest == null ? null : byPath.get(longest);
    }

    public Collection<String> paths() {
        return byPath.keySet();
    }

    public Collection<T> values() {
        return byPath.values();
    }

    public boolean isEmpty() {
        return byPath.isEmpty();
    }

    /** A copy of a key, checked. */
    public static ModuleKey copy(String column, byte[] key) {
        return ModuleKey.of("the key of column " + column, key);
    }
}
