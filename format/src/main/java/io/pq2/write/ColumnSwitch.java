package io.pq2.write;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Something that is on or off for all columns but some, which are named by their dotted paths. */
final class ColumnSwitch {

    private boolean on;
    private final Map<String, Boolean> byColumn = new HashMap<>();

    ColumnSwitch(boolean on) {
        this.on = on;
    }

    ColumnSwitch(ColumnSwitch other) {
        on = other.on;
        byColumn.putAll(other.byColumn);
    }

    void set(boolean value) {
        on = value;
    }

    void set(String dottedPath, boolean value) {
        byColumn.put(dottedPath, value);
    }

    boolean get(String dottedPath) {
        return byColumn.getOrDefault(dottedPath, on);
    }

    /** The columns that are named. */
    Set<String> columns() {
        return new TreeSet<>(byColumn.keySet());
    }
}
