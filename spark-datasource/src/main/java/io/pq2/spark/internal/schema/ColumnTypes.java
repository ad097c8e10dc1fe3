package io.pq2.spark.internal.schema;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types that options of a write give to columns, relative to one column.
 *
 * @param path the names from the root to the column: those of fields, {@code element} for elements of an array, {@code
 *     key} and {@code value} for those of a map; empty for the root
 * @param types the types of all columns by path
 */
public record ColumnTypes(List<String> path, Map<List<String>, StoredType> types) implements Serializable {

    static final String ELEMENT = "element";
    static final String MAP_KEY = "key";
    static final String MAP_VALUE = "value";

    /** No column has a type from an option. */
    public static final ColumnTypes NONE = new ColumnTypes(List.of(), Map.of());

    /** Returns the types relative to a field of this struct. */
    public ColumnTypes field(String name) {
        if (types.isEmpty()) {
            return this;
        }
        List<String> child = new ArrayList<>(path);
        child.add(name);
        return new ColumnTypes(List.copyOf(child), types);
    }

    /** Returns the types relative to the elements of this array. */
    public ColumnTypes element() {
        return field(ELEMENT);
    }

    /** Returns the types relative to the keys of this map. */
    public ColumnTypes mapKey() {
        return field(MAP_KEY);
    }

    /** Returns the types relative to the values of this map. */
    public ColumnTypes mapValue() {
        return field(MAP_VALUE);
    }

    /** Returns the type of this column; null if no option gives it one. */
    public @Nullable StoredType type() {
        return types.get(path);
    }

    /** Returns the dotted path of this column. */
    public String dottedPath() {
        return String.join(".", path);
    }
}
