package io.pq2.internal.write.options;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Something that is on or off for all columns but some, which are named by their dotted paths. */
public final class ColumnSwitch {

    private boolean on;
    private final Map<String, Boolean> byColumn = new HashMap<>();

    public ColumnSwitch(boolean on) {
        this.on = on;
    }

    public ColumnSwitch(ColumnSwitch other) {
        on = other.on;
        byColumn.putAll(other.byColumn);
    }

    public void set(boolean value) {
        on = value;
    }

    public void set(String dottedPath, boolean value) {
        byColumn.put(dottedPath, value);
    }

    public boolean get(String dottedPath) {
        return byColumn.getOrDefault(dottedPath, on);
    }

    /** The columns that are named. */
    public Set<String> columns() {
        return new TreeSet<>(byColumn.keySet());
    }
}
