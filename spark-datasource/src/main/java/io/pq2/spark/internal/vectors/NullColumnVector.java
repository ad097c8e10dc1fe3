package io.pq2.spark.internal.vectors;

import org.apache.spark.sql.types.DataType;

/** A column of Spark's type void: all values are null. */
public final class NullColumnVector extends FileColumnVector {

    public NullColumnVector(DataType type) {
        super(type);
    }

    @Override
    public void showNulls(int newLength) {
        rebindAbsent(newLength);
    }

    @Override
    public void showConstant(Object value, int newLength) {
        throw new IllegalArgumentException("a column of type void cannot show the value " + value);
    }
}
