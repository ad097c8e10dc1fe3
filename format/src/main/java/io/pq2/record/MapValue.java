package io.pq2.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Shape;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a map in a {@link RecordValue}: a list of keys and a list of values of the same length, in which
 * equal indexes belong together. A map type may have keys only.
 */
public final class MapValue {

    private final Shape.Map shape;
    private final ListValue keys;
    private final @Nullable ListValue values;

    /**
     * Creates an empty map.
     *
     * @param shape the shape of the map
     */
    public MapValue(Shape.Map shape) {
        this.shape = shape;
        this.keys = new ListValue(Objects.requireNonNull(shape.key()));
        this.values = shape.value() == null ? null : new ListValue(shape.value());
    }

    /** Returns the keys, for filling or reading. */
    public ListValue keys() {
        return keys;
    }

    /**
     * Returns the values, for filling or reading.
     *
     * @throws InvalidDataException if the map type has keys only
     */
    public ListValue values() {
        if (values == null) {
            throw new InvalidDataException("the map " + shape.name() + " has only keys");
        }
        return values;
    }

    /** Removes all entries. */
    public void clear() {
        keys.clear();
        if (values != null) {
            values.clear();
        }
    }

    /** Returns the number of entries. */
    public int size() {
        return keys.size();
    }

    /** Returns the entries in braces, such as {@code {a: 1, b: null}}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < keys.size(); i++) {
            String key = Row.text(keys.get(i));
            text.add(values == null || i >= values.size() ? key : key + ": " + Row.text(values.get(i)));
        }
        return text.toString();
    }
}
