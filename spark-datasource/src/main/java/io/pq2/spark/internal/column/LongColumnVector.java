package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;

/** Integers of 64 bits, timestamps in microseconds, times in nanoseconds, intervals, decimals of up to 18 digits (unscaled). */
public final class LongColumnVector extends FileColumnVector {

    private long[] values = {};
    private long[] own = {};

    LongColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, long[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** An array of this column for at least {@code newLength} values, to be filled and shown. */
    long[] scratch(int newLength) {
        if (own.length < newLength) {
            own = new long[newLength];
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
        long constant = value instanceof Decimal decimal ? decimal.toUnscaledLong() : ((Number) value).longValue();
        Arrays.fill(scratch(newLength), constant);
        show(newLength, own, null);
    }

    @Override
    public long getLong(int rowId) {
        return values[rowId];
    }

    @Override
    public long[] getLongs(int rowId, int count) {
        return Arrays.copyOfRange(values, rowId, rowId + count);
    }

    @Override
    public Decimal getDecimal(int rowId, int precision, int scale) {
        return isNullAt(rowId) ? null : Decimal.createUnsafe(values[rowId], precision, scale);
    }
}
