package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.NullUnmarked;

/** A column of floats. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class FloatColumnVector extends FileColumnVector {

    private float[] values = {};
    private float[] buffer = {};

    FloatColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, float[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** Returns an array of this column for at least {@code newLength} values, for the caller to fill and show. */
    float[] scratch(int newLength) {
        if (buffer.length < newLength) {
            buffer = new float[newLength];
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
        Arrays.fill(scratch(newLength), (Float) value);
        show(newLength, buffer, null);
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
