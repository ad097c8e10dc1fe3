package io.pq2.spark.internal.column;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Structs, and variants as structs of their two binaries (value, metadata). */
public final class StructColumnVector extends FileColumnVector {

    private final ColumnVector[] children;

    StructColumnVector(DataType type, ColumnVector[] children) {
        super(type);
        this.children = children;
    }

    void show(int newLength, long[] newValidity) {
        rebind(newLength, newValidity);
    }

    /** The fields show nothing then: nobody asks for a field of a null struct. */
    @Override
    void showNulls(int newLength) {
        rebindAbsent(newLength);
    }

    @Override
    void showConstant(Object value, int newLength) {
        throw new IllegalArgumentException(
                "a constant struct in a column of " + dataType().catalogString());
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return children[ordinal];
    }
}
