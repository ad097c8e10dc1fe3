package io.pq2.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Shape;
import io.pq2.vector.MapVector;
import java.util.StringJoiner;

/** A map in a row: a view of its entries in the order of the file. A key that occurs twice is there twice. */
public final class RowMap {

    private final int size;
    private final RowList keys;
    private final RowList values;

    public RowMap(Shape.Map shape, MapVector vector, int start, int end) {
        this.size = end - start;
        this.keys = vector.keys() == null ? null : new RowList(shape.key(), vector.keys(), start, end);
        this.values = vector.values() == null ? null : new RowList(shape.value(), vector.values(), start, end);
    }

    /** The number of entries. */
    public int size() {
        return size;
    }

    /**
     * The keys.
     *
     * @throws InvalidDataException if the projection left them out
     */
    public RowList keys() {
        if (keys == null) {
            throw new InvalidDataException("the keys of the map were not read");
        }
        return keys;
    }

    /** The values, the one at an index going with the key there; null if the map has none or the projection left them out. */
    public RowList values() {
        return values;
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < size; i++) {
            String key = keys == null ? "?" : Row.text(keys.get(i));
            text.add(values == null ? key : key + ": " + Row.text(values.get(i)));
        }
        return text.toString();
    }
}
