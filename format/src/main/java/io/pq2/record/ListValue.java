package io.pq2.record;

import io.pq2.schema.Shape;
import io.pq2.variant.Variant;

/**
 * The elements of a list on their way to a writer, or the keys or values of a map. Filled like a {@link RecordValue}, element by
 * element.
 */
public final class ListValue {

    private final Shape element;
    private final Cells cells = new Cells(0);
    private int size;

    ListValue(Shape element) {
        this.element = element;
    }

    /** What the elements are. */
    public Shape element() {
        return element;
    }

    /** The number of elements. */
    public int size() {
        return size;
    }

    /** Removes all elements. */
    public void clear() {
        cells.clear(size);
        size = 0;
    }

    public ListValue addNull() {
        cells.setNull(next());
        size++;
        return this;
    }

    public ListValue addBoolean(boolean value) {
        cells.setBoolean(next(), element, value);
        size++;
        return this;
    }

    public ListValue addInt(int value) {
        cells.setInt(next(), element, value);
        size++;
        return this;
    }

    public ListValue addLong(long value) {
        cells.setLong(next(), element, value);
        size++;
        return this;
    }

    public ListValue addFloat(float value) {
        cells.setFloat(next(), element, value);
        size++;
        return this;
    }

    public ListValue addDouble(double value) {
        cells.setDouble(next(), element, value);
        size++;
        return this;
    }

    /** See {@link RecordValue#setBinary(int, byte[])}. */
    public ListValue addBinary(byte[] value) {
        cells.setBinary(next(), element, value);
        size++;
        return this;
    }

    /** See {@link RecordValue#setString(int, String)}. */
    public ListValue addString(String value) {
        cells.setString(next(), element, value);
        size++;
        return this;
    }

    /** See {@link RecordValue#setVariant(int, Variant)}. */
    public ListValue addVariant(Variant value) {
        cells.setVariant(next(), element, value);
        size++;
        return this;
    }

    /** See {@link RecordValue#set(int, Object)}. */
    public ListValue add(Object value) {
        JavaCells.set(cells, next(), element, value);
        size++;
        return this;
    }

    /** Adds a group with all its fields null, and returns it to be filled. */
    public RecordValue addGroup() {
        RecordValue group = cells.group(next(), element);
        size++;
        return group;
    }

    /** Adds an empty list, and returns it to be filled. */
    public ListValue addList() {
        ListValue list = cells.list(next(), element);
        size++;
        return list;
    }

    /** Adds an empty map, and returns it to be filled. */
    public MapValue addMap() {
        MapValue map = cells.map(next(), element);
        size++;
        return map;
    }

    Cells cells() {
        return cells;
    }

    /** The cell behind the last element. It counts once a value was accepted for it. */
    private int next() {
        cells.ensure(size + 1);
        return size;
    }
}
