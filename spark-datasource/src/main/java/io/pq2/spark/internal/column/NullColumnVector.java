package io.pq2.spark.internal.column;

import org.apache.spark.sql.types.DataType;

/** A column of Spark's type void: all values are null. */
public final class NullColumnVector extends FileColumnVector {

    NullColumnVector(DataType type) {
        super(type);
    }

    @Override
    void showNulls(int newLength) {
        rebindAbsent(newLength);
    }

    @Override
    void showConstant(Object value, int newLength) {
        throw new IllegalArgumentException("a column of type void cannot show the value " + value);
    }
}
