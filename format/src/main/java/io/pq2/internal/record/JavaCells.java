package io.pq2.internal.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.record.RowMap;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sets cells to Java values of logical types, see {@link RecordValue#set(int, Object)}. */
public final class JavaCells {

    private JavaCells() {}

    /**
     * Sets a cell to a Java value.
     *
     * @throws InvalidDataException if the field does not accept the value
     */
    public static void set(Cells cells, int cell, Shape shape, @Nullable Object value) {
        if (value == null) {
            cells.setNull(cell);
        } else if (shape instanceof Shape.Leaf leaf) {
            LeafCells.set(cells, cell, leaf, value);
        } else if (value instanceof Variant variant) {
            cells.setVariant(cell, shape, variant);
        } else if (shape instanceof Shape.Struct struct) {
            setStruct(cells.struct(cell, shape), struct, value);
        } else if (shape instanceof Shape.Array) {
            setList(cells.list(cell, shape), shape, value);
        } else {
            setMap(cells.map(cell, shape), shape, value);
        }
    }

    private static void setStruct(RecordValue group, Shape.Struct shape, Object value) {
        if (value instanceof Row row) {
            for (Shape child : shape.children()) {
                group.set(child.name(), row.get(child.name()));
            }
        } else if (value instanceof Map<?, ?> fields) {
            fields.forEach((name, field) -> group.set(String.valueOf(name), field));
        } else {
            throw refused(shape, value);
        }
    }

    private static void setList(ListValue list, Shape shape, Object value) {
        if (!(value instanceof Iterable<?> elements)) {
            throw refused(shape, value);
        }
        elements.forEach(list::add);
    }

    private static void setMap(MapValue map, Shape shape, Object value) {
        if (value instanceof RowMap entries) {
            addAll(map.keys(), entries.keys());
            if (entries.values() != null) {
                addAll(map.values(), entries.values());
            }
        } else if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> {
                map.keys().add(key);
                map.values().add(entry);
            });
        } else {
            throw refused(shape, value);
        }
    }

    private static void addAll(ListValue target, List<?> elements) {
        elements.forEach(target::add);
    }

    static InvalidDataException refused(Shape shape, Object value) {
        return new InvalidDataException("field " + shape.name() + " does not accept a value of type "
                + value.getClass().getName());
    }
}
