package io.pq2.spark.internal.column;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.jspecify.annotations.NullUnmarked;

/** Arrays. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class ArrayColumnVector extends FileColumnVector {

    private final ColumnVector elements;
    private int[] offsets = {};

    ArrayColumnVector(DataType type, ColumnVector elements) {
        super(type);
        this.elements = elements;
    }

    /**
     * Shows arrays.
     *
     * @param newOffsets {@code newLength + 1} indexes into the elements
     */
    void show(int newLength, int[] newOffsets, long[] newValidity) {
        offsets = newOffsets;
        rebind(newLength, newValidity);
    }

    @Override
    void showNulls(int newLength) {
        rebindAbsent(newLength);
    }

    @Override
    void showConstant(Object value, int newLength) {
        throw new IllegalArgumentException(
                "constant arrays are not supported: " + dataType().catalogString());
    }

    @Override
    public ColumnarArray getArray(int rowId) {
        if (isNullAt(rowId)) {
            return null;
        }
        int start = offsets[rowId];
        return new ColumnarArray(elements, start, offsets[rowId + 1] - start);
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return elements;
    }
}
