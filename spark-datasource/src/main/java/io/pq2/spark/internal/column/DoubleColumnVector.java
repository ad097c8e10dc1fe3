package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** Doubles. */
public final class DoubleColumnVector extends FileColumnVector {

    private double[] values = {};
    private double[] own = {};

    DoubleColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, double[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** An array of this column for at least {@code newLength} values, to be filled and shown. */
    double[] scratch(int newLength) {
        if (own.length < newLength) {
            own = new double[newLength];
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
        Arrays.fill(scratch(newLength), (Double) value);
        show(newLength, own, null);
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
