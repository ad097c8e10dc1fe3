package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.jspecify.annotations.NullUnmarked;

/**
 * A column of 64-bit integers, timestamps in microseconds, times in nanoseconds, intervals, or unscaled decimals of up
 * to 18 digits.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class LongColumnVector extends FileColumnVector {

    private long[] values = {};
    private long[] buffer = {};

    LongColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, long[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** Returns an array of this column for at least {@code newLength} values, for the caller to fill and show. */
    long[] scratch(int newLength) {
        if (buffer.length < newLength) {
            buffer = new long[newLength];
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
        long constant = value instanceof Decimal decimal ? decimal.toUnscaledLong() : ((Number) value).longValue();
        Arrays.fill(scratch(newLength), constant);
        show(newLength, buffer, null);
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
