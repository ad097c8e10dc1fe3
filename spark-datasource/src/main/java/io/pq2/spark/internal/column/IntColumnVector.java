package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.NullUnmarked;

/**
 * A column of integers of 8, 16 or 32 bits, dates, or intervals of months. The getters for narrow types drop the upper
 * bits of values that do not fit.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class IntColumnVector extends FileColumnVector {

    private int[] values = {};
    private int[] buffer = {};

    IntColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, int[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** Returns an array of this column for at least {@code newLength} values, for the caller to fill and show. */
    int[] scratch(int newLength) {
        if (buffer.length < newLength) {
            buffer = new int[newLength];
        }
        return buffer;
    }

    @Override
    void showNulls(int newLength) {
        values = scratch(newLength);
        rebindAbsent(newLength);
    }

    @Override
    void showConstant(Object value, int newLength) {
        Arrays.fill(scratch(newLength), ((Number) value).intValue());
        show(newLength, buffer, null);
    }

    @Override
    public byte getByte(int rowId) {
        return (byte) values[rowId];
    }

    @Override
    public short getShort(int rowId) {
        return (short) values[rowId];
    }

    @Override
    public int getInt(int rowId) {
        return values[rowId];
    }

    @Override
    public int[] getInts(int rowId, int count) {
        return Arrays.copyOfRange(values, rowId, rowId + count);
    }
}
