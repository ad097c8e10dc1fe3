package io.pq2.spark.internal.column;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** Booleans. */
public final class BooleanColumnVector extends FileColumnVector {

    private boolean[] values = {};
    private boolean[] own = {};

    BooleanColumnVector(DataType type) {
        super(type);
    }

    void show(int newLength, boolean[] newValues, long[] newValidity) {
        values = newValues;
        rebind(newLength, newValidity);
    }

    /** An array of this column for at least {@code newLength} values, to be filled and shown. */
    boolean[] scratch(int newLength) {
        if (own.length < newLength) {
            own = new boolean[newLength];
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
        Arrays.fill(scratch(newLength), (Boolean) value);
        show(newLength, own, null);
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
