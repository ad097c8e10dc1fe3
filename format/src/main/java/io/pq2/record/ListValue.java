package io.pq2.record;

import io.pq2.internal.record.CellValues;
import io.pq2.internal.record.Cells;
import io.pq2.internal.record.JavaCells;
import io.pq2.internal.record.RecordStorage;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a list in a {@link RecordValue}, or the keys or values of a map. The rules of {@link RecordValue}
 * for getters and setters apply.
 */
public final class ListValue {

    static {
        RecordStorage.registerLists(list -> list.cells, list -> {
            int cell = list.next();
            list.size++;
            return cell;
        });
    }

    private final Shape element;
    private final Cells cells = new Cells(0);
    private int size;

    /**
     * Creates an empty list.
     *
     * @param element the shape of the elements
     */
    public ListValue(Shape element) {
        this.element = element;
    }

    /** Returns the shape of the elements. */
    public Shape element() {
        return element;
    }

    /** Returns the number of elements. */
    public int size() {
        return size;
    }

    /** Removes all elements. */
    public void clear() {
        cells.clear(size);
        size = 0;
    }

    /** Adds null. */
    public ListValue addNull() {
        cells.setNull(next());
        size++;
        return this;
    }

    /** Adds an element of physical type BOOLEAN. */
    public ListValue addBoolean(boolean value) {
        cells.setBoolean(next(), element, value);
        size++;
        return this;
    }

    /** Adds an element of physical type INT32. */
    public ListValue addInt(int value) {
        cells.setInt(next(), element, value);
        size++;
        return this;
    }

    /** Adds an element of physical type INT64. */
    public ListValue addLong(long value) {
        cells.setLong(next(), element, value);
        size++;
        return this;
    }

    /** Adds an element of physical type FLOAT. */
    public ListValue addFloat(float value) {
        cells.setFloat(next(), element, value);
        size++;
        return this;
    }

    /** Adds an element of physical type DOUBLE. */
    public ListValue addDouble(double value) {
        cells.setDouble(next(), element, value);
        size++;
        return this;
    }

    /** Adds bytes, see {@link RecordValue#setBinary(int, byte[])}. */
    public ListValue addBinary(byte @Nullable [] value) {
        cells.setBinary(next(), element, value);
        size++;
        return this;
    }

    /** Adds text, see {@link RecordValue#setString(int, String)}. */
    public ListValue addString(@Nullable String value) {
        cells.setString(next(), element, value);
        size++;
        return this;
    }

    /** Adds a variant, see {@link RecordValue#setVariant(int, Variant)}. */
    public ListValue addVariant(Variant value) {
        cells.setVariant(next(), element, value);
        size++;
        return this;
    }

    /** Adds a Java value, see {@link RecordValue#set(int, Object)}. */
    public ListValue add(@Nullable Object value) {
        JavaCells.set(cells, next(), element, value);
        size++;
        return this;
    }

    /** Adds a struct whose fields are all null, and returns it for filling. */
    public RecordValue addStruct() {
        RecordValue group = cells.struct(next(), element);
        size++;
        return group;
    }

    /** Adds an empty list, and returns it for filling. */
    public ListValue addList() {
        ListValue list = cells.list(next(), element);
        size++;
        return list;
    }

    /** Adds an empty map, and returns it for filling. */
    public MapValue addMap() {
        MapValue map = cells.map(next(), element);
        size++;
        return map;
    }

    /** Whether an element is null. */
    public boolean isNull(int index) {
        return cells.isNull(checked(index));
    }

    /** Returns the value of an element of physical type BOOLEAN. */
    public boolean getBoolean(int index) {
        return CellValues.scalar(cells, checked(index), element, PhysicalType.BOOLEAN) != 0;
    }

    /** Returns the value of an element of physical type INT32, of any logical type. */
    public int getInt(int index) {
        return (int) CellValues.scalar(cells, checked(index), element, PhysicalType.INT32);
    }

    /** Returns the value of an element of physical type INT64, of any logical type. */
    public long getLong(int index) {
        return CellValues.scalar(cells, checked(index), element, PhysicalType.INT64);
    }

    /** Returns the value of an element of physical type FLOAT. */
    public float getFloat(int index) {
        return Float.intBitsToFloat((int) CellValues.scalar(cells, checked(index), element, PhysicalType.FLOAT));
    }

    /** Returns the value of an element of physical type DOUBLE. */
    public double getDouble(int index) {
        return Double.longBitsToDouble(CellValues.scalar(cells, checked(index), element, PhysicalType.DOUBLE));
    }

    /** See {@link RecordValue#getBinary(int)}. */
    public byte @Nullable [] getBinary(int index) {
        return CellValues.bytes(cells, checked(index), element);
    }

    /** See {@link RecordValue#getString(int)}. */
    public @Nullable String getString(int index) {
        return CellValues.string(cells, checked(index), element);
    }

    /** See {@link RecordValue#getDecimal(int)}. */
    public @Nullable BigDecimal getDecimal(int index) {
        return CellValues.decimal(cells, checked(index), element);
    }

    /** Returns a struct. */
    public @Nullable RecordValue getStruct(int index) {
        return CellValues.nested(cells, checked(index), element, Shape.Struct.class, RecordValue.class);
    }

    /** Returns a list. */
    public @Nullable ListValue getList(int index) {
        return CellValues.nested(cells, checked(index), element, Shape.Array.class, ListValue.class);
    }

    /** Returns a map. */
    public @Nullable MapValue getMap(int index) {
        return CellValues.nested(cells, checked(index), element, Shape.Map.class, MapValue.class);
    }

    /** See {@link RecordValue#get(int)}. */
    public @Nullable Object get(int index) {
        return CellValues.get(cells, checked(index), element);
    }

    private int checked(int index) {
        return Objects.checkIndex(index, size);
    }

    /** Returns the elements in brackets, such as {@code [1, 2]}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (int i = 0; i < size; i++) {
            text.add(Row.text(get(i)));
        }
        return text.toString();
    }

    /** Returns the cell after the last element. The element exists once its value is accepted. */
    private int next() {
        cells.ensure(size + 1);
        return size;
    }
}
