package io.pq2.record;

import io.pq2.internal.record.JavaValues;
import io.pq2.internal.record.SlotReader;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * A list in a row, or the keys or values of a map: a view with the getters and rules of {@link Row}. As a {@code List} its elements
 * are those of {@link Row#get(int)}.
 */
public final class RowList extends AbstractList<Object> {

    private final Shape element;
    private final Vector vector;
    private final int start;
    private final int size;

    public RowList(Shape element, Vector vector, int start, int end) {
        this.element = element;
        this.vector = vector;
        this.start = start;
        this.size = end - start;
    }

    /** What the elements are. */
    public Shape element() {
        return element;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Object get(int index) {
        return JavaValues.get(element, vector, slot(index));
    }

    /** Whether an element is null. */
    public boolean isNull(int index) {
        return vector.isNull(slot(index));
    }

    public boolean getBoolean(int index) {
        return SlotReader.getBoolean(element, vector, slot(index));
    }

    public int getInt(int index) {
        return SlotReader.getInt(element, vector, slot(index));
    }

    public long getLong(int index) {
        return SlotReader.getLong(element, vector, slot(index));
    }

    public float getFloat(int index) {
        return SlotReader.getFloat(element, vector, slot(index));
    }

    public double getDouble(int index) {
        return SlotReader.getDouble(element, vector, slot(index));
    }

    /** See {@link Row#getBinary(int)}. */
    public byte[] getBinary(int index) {
        return SlotReader.getBinary(element, vector, slot(index));
    }

    /** See {@link Row#getSlice(int)}. */
    public ByteBuffer getSlice(int index) {
        return SlotReader.getSlice(element, vector, slot(index));
    }

    /** See {@link Row#getString(int)}. */
    public String getString(int index) {
        return SlotReader.getString(element, vector, slot(index));
    }

    /** See {@link Row#getDecimal(int)}. */
    public BigDecimal getDecimal(int index) {
        return SlotReader.getDecimal(element, vector, slot(index));
    }

    public Row getStruct(int index) {
        return SlotReader.getStruct(element, vector, slot(index));
    }

    /** See {@link Row#getVariant(int)}. */
    public Variant getVariant(int index) {
        return SlotReader.getVariant(element, vector, slot(index));
    }

    public RowList getList(int index) {
        return SlotReader.getList(element, vector, slot(index));
    }

    public RowMap getMap(int index) {
        return SlotReader.getMap(element, vector, slot(index));
    }

    public Vector vector() {
        return vector;
    }

    public int slot(int index) {
        return start + Objects.checkIndex(index, size);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        forEach(value -> text.add(Row.text(value)));
        return text.toString();
    }
}
