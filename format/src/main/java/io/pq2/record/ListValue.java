package io.pq2.record;

import io.pq2.internal.record.CellValues;
import io.pq2.internal.record.Cells;
import io.pq2.internal.record.JavaCells;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * The elements of a list in a {@link RecordValue}, or the keys or values of a map. Filled and read like one, element by element.
 */
public final class ListValue {

    private final Shape element;
    private final Cells cells = new Cells(0);
    private int size;

    public ListValue(Shape element) {
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
    public RecordValue addStruct() {
        RecordValue group = cells.struct(next(), element);
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

    /** Whether an element is null. */
    public boolean isNull(int index) {
        return cells.isNull(checked(index));
    }

    public boolean getBoolean(int index) {
        return CellValues.scalar(cells, checked(index), element, PhysicalType.BOOLEAN) != 0;
    }

    /** See {@link RecordValue#getInt(int)}. */
    public int getInt(int index) {
        return (int) CellValues.scalar(cells, checked(index), element, PhysicalType.INT32);
    }

    /** See {@link RecordValue#getLong(int)}. */
    public long getLong(int index) {
        return CellValues.scalar(cells, checked(index), element, PhysicalType.INT64);
    }

    public float getFloat(int index) {
        return Float.intBitsToFloat((int) CellValues.scalar(cells, checked(index), element, PhysicalType.FLOAT));
    }

    public double getDouble(int index) {
        return Double.longBitsToDouble(CellValues.scalar(cells, checked(index), element, PhysicalType.DOUBLE));
    }

    /** See {@link RecordValue#getBinary(int)}. */
    public byte[] getBinary(int index) {
        return CellValues.bytes(cells, checked(index), element);
    }

    /** See {@link RecordValue#getString(int)}. */
    public String getString(int index) {
        return CellValues.string(cells, checked(index), element);
    }

    /** See {@link RecordValue#getDecimal(int)}. */
    public BigDecimal getDecimal(int index) {
        return CellValues.decimal(cells, checked(index), element);
    }

    /** A group, as it is here. */
    public RecordValue getStruct(int index) {
        return CellValues.nested(cells, checked(index), element, Shape.Struct.class, RecordValue.class);
    }

    /** A list, as it is here. */
    public ListValue getList(int index) {
        return CellValues.nested(cells, checked(index), element, Shape.Array.class, ListValue.class);
    }

    /** A map, as it is here. */
    public MapValue getMap(int index) {
        return CellValues.nested(cells, checked(index), element, Shape.Map.class, MapValue.class);
    }

    /** See {@link RecordValue#get(int)}. */
    public Object get(int index) {
        return CellValues.get(cells, checked(index), element);
    }

    private int checked(int index) {
        return Objects.checkIndex(index, size);
    }

    /** The elements in brackets, such as {@code [1, 2]}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (int i = 0; i < size; i++) {
            text.add(Row.text(get(i)));
        }
        return text.toString();
    }

    public Cells cells() {
        return cells;
    }

    /** The cell of an element more, which is to be set. */
    public int append() {
        int cell = next();
        size++;
        return cell;
    }

    /** The cell behind the last element. It counts once a value was accepted for it. */
    private int next() {
        cells.ensure(size + 1);
        return size;
    }
}
