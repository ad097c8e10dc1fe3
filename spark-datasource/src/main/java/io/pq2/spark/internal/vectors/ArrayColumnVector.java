package io.pq2.spark.internal.vectors;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.jspecify.annotations.NullUnmarked;

/** Arrays. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class ArrayColumnVector extends OffsetColumnVector {

    private final ColumnVector elements;

    public ArrayColumnVector(DataType type, ColumnVector elements) {
        super(type);
        this.elements = elements;
    }

    @Override
    public ColumnarArray getArray(int rowId) {
        return isNullAt(rowId) ? null : new ColumnarArray(elements, start(rowId), size(rowId));
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return elements;
    }
}
