package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.NullUnmarked;

/** A column of booleans. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class BooleanColumnVector extends FileColumnVector {

    private boolean[] values = {};
    private boolean[] buffer = {};

    BooleanColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, boolean[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** Returns an array of this column for at least {@code newLength} values, for the caller to fill and show. */
    boolean[] scratch(int newLength) {
        if (buffer.length < newLength) {
            buffer = new boolean[newLength];
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
        Arrays.fill(scratch(newLength), (Boolean) value);
        show(newLength, buffer, null);
    }

    @Override
    public boolean getBoolean(int rowId) {
        return values[rowId];
    }

    @Override
    public boolean[] getBooleans(int rowId, int count) {
        return Arrays.copyOfRange(values, rowId, rowId + count);
    }
}
