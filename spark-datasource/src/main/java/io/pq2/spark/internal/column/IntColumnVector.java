package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** Integers of 8, 16 and 32 bits, dates, intervals of months. Values too large for the column's type lose their upper bits. */
public final class IntColumnVector extends FileColumnVector {

    private int[] values = {};
    private int[] own = {};

    IntColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, int[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** An array of this column for at least {@code newLength} values, to be filled and shown. */
    int[] scratch(int newLength) {
        if (own.length < newLength) {
            own = new int[newLength];
        }
        return own;
    }

    @Override
    void showNulls(int newLength) {
        values = scratch(newLength);
        rebindAbsent(newLength);
    }

    @Override
    void showConstant(Object value, int newLength) {
        Arrays.fill(scratch(newLength), ((Number) value).intValue());
        show(newLength, own, null);
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
