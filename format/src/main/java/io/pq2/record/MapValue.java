package io.pq2.record;

import io.pq2.InvalidDataException;
import io.pq2.schema.Shape;

/**
 * The entries of a map on their way to a writer: as many keys as values, the one with the same index belonging together. The
 * values of a map that has only keys stay empty.
 */
public final class MapValue {

    private final Shape.Map shape;
    private final ListValue keys;
    private final ListValue values;

    MapValue(Shape.Map shape) {
        this.shape = shape;
        this.keys = new ListValue(shape.key());
        this.values = shape.value() == null ? null : new ListValue(shape.value());
    }

    /** The keys, to be filled. */
    public ListValue keys() {
        return keys;
    }

    /**
     * The values, to be filled.
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

    void checkSizes() {
        if (values != null && values.size() != keys.size()) {
            throw new InvalidDataException(
                    "the map " + shape.name() + " has " + keys.size() + " keys and " + values.size() + " values");
        }
    }
}
