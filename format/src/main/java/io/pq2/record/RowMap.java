package io.pq2.record;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Shape;
import io.pq2.vector.MapVector;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A map in a row: a view of its entries in the order of the file. Duplicate keys are kept. */
public final class RowMap {

    private final int size;
    private final @Nullable RowList keys;
    private final @Nullable RowList values;

    /**
     * Creates a view of consecutive entries of a vector.
     *
     * @param shape the shape of the map
     * @param vector the entries
     * @param start the index of the first entry
     * @param end the index after the last entry
     */
    public RowMap(Shape.Map shape, MapVector vector, int start, int end) {
        this(shape, vector, start, end, FileLocation.UNKNOWN);
    }

    /**
     * Creates a view of consecutive entries of a vector.
     *
     * @param shape the shape of the map
     * @param vector the entries
     * @param start the index of the first entry
     * @param end the index after the last entry
     * @param place the file that the vector is from, which messages name
     */
    public RowMap(Shape.Map shape, MapVector vector, int start, int end, FileLocation place) {
        this.size = end - start;
        this.keys = vector.keys() == null
                ? null
                : new RowList(Objects.requireNonNull(shape.key()), vector.keys(), start, end, place);
        this.values = vector.values() == null
                ? null
                : new RowList(Objects.requireNonNull(shape.value()), vector.values(), start, end, place);
    }

    /** Returns the number of entries. */
    public int size() {
        return size;
    }

    /**
     * Returns the keys.
     *
     * @throws InvalidDataException if the projection omits the keys
     */
    public RowList keys() {
        if (keys == null) {
            throw new InvalidDataException("the projection omits the keys of the map");
        }
        return keys;
    }

    /** Returns the values in the order of the keys; absent when the map has no values or the projection omits them. */
    public @Nullable RowList values() {
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
