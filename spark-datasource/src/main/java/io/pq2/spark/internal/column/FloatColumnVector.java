package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** Floats. */
public final class FloatColumnVector extends FileColumnVector {

    private float[] values = {};
    private float[] own = {};

    FloatColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, float[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** An array of this column for at least {@code newLength} values, to be filled and shown. */
    float[] scratch(int newLength) {
        if (own.length < newLength) {
            own = new float[newLength];
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
        Arrays.fill(scratch(newLength), (Float) value);
        show(newLength, own, null);
    }

    @Override
    public float getFloat(int rowId) {
        return values[rowId];
    }

    @Override
    public float[] getFloats(int rowId, int count) {
        return Arrays.copyOfRange(values, rowId, rowId + count);
    }
}
