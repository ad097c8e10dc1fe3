package io.pq2.cli.internal.convert.arrow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the values of a column, or of a part of a nested one, for a batch. */
abstract class ArrowColumn {

    /**
     * A node of a batch.
     *
     * @param length the number of values
     * @param nulls how many of them are null
     */
    record Node(int length, int nulls) {}

    private final ArrowField field;
    private final GrowingBytes validity = new GrowingBytes();
    private int length;
    private int nulls;

    ArrowColumn(ArrowField field) {
        this.field = field;
    }

    final ArrowField field() {
        return field;
    }

    final int length() {
        return length;
    }

    /**
     * Appends a value.
     *
     * @param value the value as {@link io.pq2.record.Row#get(int)} returns it; null for null
     */
    final void add(@Nullable Object value) {
        validity.setBit(length, value != null);
        nulls += value == null ? 1 : 0;
        if (value == null) {
            addNull();
        } else {
            addPresent(value);
        }
        length++;
    }

    abstract void addNull();

    abstract void addPresent(Object value);

    /** Adds the nodes and buffers of this column in their order. */
    final void collect(List<Node> nodes, List<GrowingBytes> buffers) {
        nodes.add(new Node(length, nulls));
        if (!(field.type() instanceof ArrowType.Null)) {
            buffers.add(validity);
        }
        collectValues(nodes, buffers);
    }

    abstract void collectValues(List<Node> nodes, List<GrowingBytes> buffers);

    /** Returns the number of bytes of the values. */
    abstract long bytes();

    /** Removes all values. */
    final void clear() {
        validity.clear();
        length = 0;
        nulls = 0;
        clearValues();
    }

    abstract void clearValues();
}
