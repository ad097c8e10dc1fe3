package io.pq2.spark.internal.column;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/** A column of structs, or of variants as structs of their two binaries (value, metadata). */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class StructColumnVector extends FileColumnVector {

    private final ColumnVector[] children;

    StructColumnVector(DataType type, ColumnVector[] children) {
        super(type);
        this.children = children;
    }

    void show(int newLength, long[] newValidity) {
        rebind(newLength, newValidity);
    }

    /** Shows nulls. The fields show nothing: Spark does not read fields of null structs. */
    @Override
    void showNulls(int newLength) {
        rebindAbsent(newLength);
    }

    @Override
    void showConstant(Object value, int newLength) {
        throw new IllegalArgumentException(
                "constant structs are not supported: " + dataType().catalogString());
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return children[ordinal];
    }
}
