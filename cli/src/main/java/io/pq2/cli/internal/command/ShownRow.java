package io.pq2.cli.internal.command;

import io.pq2.cli.internal.output.Format;
import io.pq2.record.Row;
import io.pq2.record.RowList;
import io.pq2.record.RowMap;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts rows to values that records can show. Structs become maps by name, lists become lists. A map becomes a list
 * of entries {@code {"key": …, "value": …}}: keys can be equal, and of any type.
 */
final class ShownRow {

    private ShownRow() {}

    /**
     * Returns the values of a row.
     *
     * @param fields the names of the fields
     * @param indexes by field: the index in the row; -1 for a field that is not in the file
     * @param partitions the partition values of the file
     */
    static List<@Nullable Object> of(
            @Nullable Row row,
            List<String> fields,
            int[] indexes,
            Map<String, @Nullable String> partitions,
            Format format) {
        List<@Nullable Object> values = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            if (row == null || indexes[i] < 0) {
                values.add(RowScan.missing(fields.get(i), partitions));
            } else {
                Shape shape = row.shape().children().get(indexes[i]);
                Object top = row.get(indexes[i]);
                values.add(value(descend(fields.get(i), shape, top), format));
            }
        }
        return values;
    }

    /** Returns the top-level field of a dotted path. Names can contain dots, so the longest one counts. */
    static String firstName(String path, Shape.Struct shape) {
        String longest = path;
        while (shape.indexOf(longest) < 0 && longest.lastIndexOf('.') > 0) {
            longest = longest.substring(0, longest.lastIndexOf('.'));
        }
        return longest;
    }

    /** Returns the value at a dotted path below a top-level field; the field's own value if a list is on the path. */
    private static @Nullable Object descend(String path, Shape shape, @Nullable Object top) {
        String rest = path.equals(shape.name())
                ? ""
                : path.substring(Math.min(path.length(), shape.name().length() + 1));
        Object value = top;
        while (!rest.isEmpty() && value instanceof Row struct) {
            String name = firstName(rest, struct.shape());
            int index = struct.shape().indexOf(name);
            if (index < 0) {
                return value;
            }
            value = struct.get(index);
            rest = rest.length() > name.length() ? rest.substring(name.length() + 1) : "";
        }
        return value;
    }

    private static @Nullable Object value(@Nullable Object value, Format format) {
        if (value instanceof Row row) {
            Map<String, @Nullable Object> struct = new LinkedHashMap<>();
            for (int i = 0; i < row.shape().children().size(); i++) {
                struct.put(row.shape().children().get(i).name(), value(row.get(i), format));
            }
            return struct;
        } else if (value instanceof RowList list) {
            List<@Nullable Object> elements = new ArrayList<>(list.size());
            for (int i = 0; i < list.size(); i++) {
                elements.add(value(list.get(i), format));
            }
            return elements;
        } else if (value instanceof RowMap map) {
            return entries(map, format);
        }
        return value == null ? null : ShownValues.leaf(value);
    }

    private static List<Object> entries(RowMap map, Format format) {
        List<Object> entries = new ArrayList<>(map.size());
        RowList keys = map.keys();
        RowList values = map.values();
        for (int i = 0; i < map.size(); i++) {
            Map<String, @Nullable Object> entry = new LinkedHashMap<>();
            entry.put("key", value(keys.get(i), format));
            if (values != null) {
                entry.put("value", value(values.get(i), format));
            }
            entries.add(entry);
        }
        return entries;
    }
}
