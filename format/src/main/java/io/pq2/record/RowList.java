package io.pq2.record;

import io.pq2.exception.FileLocation;
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
import org.jspecify.annotations.Nullable;

/**
 * A list in a row, or the keys or values of a map: a view with the getters of {@link Row}. As a {@code List} it has
 * the elements that {@link Row#get(int)} returns.
 */
public final class RowList extends AbstractList<@Nullable Object> {

    private final Shape element;
    private final Vector vector;
    private final int start;
    private final int size;
    private final FileLocation place;

    /**
     * Creates a view of consecutive slots of a vector.
     *
     * @param element the shape of the elements
     * @param vector the vector of the elements
     * @param start the slot of the first element
     * @param end the slot after the last element
     */
    public RowList(Shape element, Vector vector, int start, int end) {
        this(element, vector, start, end, FileLocation.UNKNOWN);
    }

    /**
     * Creates a view of consecutive slots of a vector.
     *
     * @param element the shape of the elements
     * @param vector the vector of the elements
     * @param start the slot of the first element
     * @param end the slot after the last element
     * @param place the file that the vector is from, which messages name
     */
    public RowList(Shape element, Vector vector, int start, int end, FileLocation place) {
        this.element = element;
        this.vector = vector;
        this.start = start;
        this.size = end - start;
        this.place = place;
    }

    /** Returns the shape of the elements. */
    public Shape element() {
        return element;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public @Nullable Object get(int index) {
        return JavaValues.get(element, vector, slot(index), place);
    }

    /** Whether an element is null. */
    public boolean isNull(int index) {
        return vector.isNull(slot(index));
    }

    /** Returns the value of an element of physical type BOOLEAN. */
    public boolean getBoolean(int index) {
        return SlotReader.getBoolean(element, vector, slot(index));
    }

    /** Returns the value of an element of physical type INT32, of any logical type. */
    public int getInt(int index) {
        return SlotReader.getInt(element, vector, slot(index));
    }

    /** Returns the value of an element of physical type INT64, of any logical type. */
    public long getLong(int index) {
        return SlotReader.getLong(element, vector, slot(index));
    }

    /** Returns the value of an element of physical type FLOAT. */
    public float getFloat(int index) {
        return SlotReader.getFloat(element, vector, slot(index));
    }

    /** Returns the value of an element of physical type DOUBLE. */
    public double getDouble(int index) {
        return SlotReader.getDouble(element, vector, slot(index));
    }

    /** See {@link Row#getBinary(int)}. */
    public byte @Nullable [] getBinary(int index) {
        return SlotReader.getBinary(element, vector, slot(index));
    }

    /** See {@link Row#getSlice(int)}. */
    public @Nullable ByteBuffer getSlice(int index) {
        return SlotReader.getSlice(element, vector, slot(index));
    }

    /** See {@link Row#getString(int)}. */
    public @Nullable String getString(int index) {
        return SlotReader.getString(element, vector, slot(index));
    }

    /** See {@link Row#getDecimal(int)}. */
    public @Nullable BigDecimal getDecimal(int index) {
        return SlotReader.getDecimal(element, vector, slot(index));
    }

    /** Returns a view of a struct. */
    public @Nullable Row getStruct(int index) {
        return SlotReader.getStruct(element, vector, slot(index), place);
    }

    /** See {@link Row#getVariant(int)}. */
    public @Nullable Variant getVariant(int index) {
        return SlotReader.getVariant(element, vector, slot(index), place);
    }

    /** Returns a view of a list. */
    public @Nullable RowList getList(int index) {
        return SlotReader.getList(element, vector, slot(index), place);
    }

    /** Returns a view of a map. */
    public @Nullable RowMap getMap(int index) {
        return SlotReader.getMap(element, vector, slot(index), place);
    }

    /** Returns the vector of the elements. */
    public Vector vector() {
        return vector;
    }

    /** Returns the slot of an element in the vector. */
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
