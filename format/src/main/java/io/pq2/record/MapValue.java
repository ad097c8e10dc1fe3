package io.pq2.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Shape;
import java.util.StringJoiner;

/**
 * The entries of a map in a {@link RecordValue}: as many keys as values, the one with the same index belonging together. The
 * values of a map that has only keys stay empty.
 */
public final class MapValue {

    private final Shape.Map shape;
    private final ListValue keys;
    private final ListValue values;

    public MapValue(Shape.Map shape) {
        this.shape = shape;
        this.keys = new ListValue(shape.key());
        this.values = shape.value() == null ? null : new ListValue(shape.value());
    }

    /** The keys, to be filled or read. */
    public ListValue keys() {
        return keys;
    }

    /**
     * The values, to be filled or read.
     *
     * @throws InvalidDataException if the map has only keys
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

    /** The number of entries. */
    public int size() {
        return keys.size();
    }

    /** The entries in braces, such as {@code {a: 1, b: null}}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < keys.size(); i++) {
            String key = Row.text(keys.get(i));
            text.add(values == null || i >= values.size() ? key : key + ": " + Row.text(values.get(i)));
        }
        return text.toString();
    }

    public void checkSizes() {
        if (values != null && values.size() != keys.size()) {
            throw new InvalidDataException(
                    "the map " + shape.name() + " has " + keys.size() + " keys and " + values.size() + " values");
        }
    }
}
