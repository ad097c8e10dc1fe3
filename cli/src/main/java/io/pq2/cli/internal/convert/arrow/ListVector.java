package io.pq2.cli.internal.convert.arrow;

import io.pq2.cli.internal.convert.ElementTarget;
import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.cli.internal.convert.ValueTarget;
import io.pq2.record.MapValue;
import io.pq2.schema.Shape;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lists and maps: ranges of a vector of elements. */
final class ListVector extends ArrowVector {

    private final Ranges ranges;
    private final ArrowVector elements;
    private final boolean map;

    /**
     * Creates the vector.
     *
     * @param ranges the elements of each list, within the vector of elements
     * @param map whether the elements are structs of a key and a value
     */
    ListVector(int length, @Nullable ByteBuffer validity, Ranges ranges, ArrowVector elements, boolean map) {
        super(length, validity);
        this.ranges = ranges;
        this.elements = elements;
        this.map = map;
    }

    /** Ranges of elements. */
    interface Ranges {

        /** Returns the index of the first element of a list. */
        int start(int index);

        /** Returns the index after the last element of a list. */
        int end(int index);
    }

    @Override
    void copyPresent(int index, Shape shape, ValueTarget target) throws UnfitValueException {
        if (map) {
            copyMap(index, expect(Shape.Map.class, shape, "a map"), target);
            return;
        }
        Shape element = expect(Shape.Array.class, shape, "a list").element();
        ElementTarget list = new ElementTarget(target.list());
        for (int i = ranges.start(index); i < ranges.end(index); i++) {
            elements.copy(i, element, list);
        }
    }

    private void copyMap(int index, Shape.Map shape, ValueTarget target) throws UnfitValueException {
        Shape key = Objects.requireNonNull(shape.key(), "keys are selected");
        Shape value = shape.value();
        StructVector entries = (StructVector) elements;
        MapValue entriesOf = target.map();
        ElementTarget keys = new ElementTarget(entriesOf.keys());
        var valueList = entriesOf.values();
        for (int i = ranges.start(index); i < ranges.end(index); i++) {
            if (entries.isNull(i)) {
                throw new UnfitValueException(shape.name(), "an entry of a map is null");
            }
            entries.child(0).copy(i, key, keys);
            if (value != null && valueList != null) {
                entries.child(1).copy(i, value, new ElementTarget(valueList));
            }
        }
    }
}
