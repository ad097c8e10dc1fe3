package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.NullUnmarked;

/** A column of doubles. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class DoubleColumnVector extends FileColumnVector {

    private double[] values = {};
    private double[] buffer = {};

    DoubleColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, double[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** Returns an array of this column for at least {@code newLength} values, for the caller to fill and show. */
    double[] scratch(int newLength) {
        if (buffer.length < newLength) {
            buffer = new double[newLength];
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
        Arrays.fill(scratch(newLength), (Double) value);
        show(newLength, buffer, null);
    }

    @Override
    public double getDouble(int rowId) {
        return values[rowId];
    }

    @Override
    public double[] getDoubles(int rowId, int count) {
        return Arrays.copyOfRange(values, rowId, rowId + count);
    }
}
