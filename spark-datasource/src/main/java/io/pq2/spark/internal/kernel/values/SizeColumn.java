package io.pq2.spark.internal.kernel.values;

import io.pq2.spark.internal.vectors.OffsetColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/** The numbers of elements of a column of arrays, or of entries of a column of maps. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class SizeColumn extends LongNode {

    private static final int SIZE_OF_NULL = -1;

    private final int ordinal;
    private final boolean isArray;
    private final boolean legacySizeOfNull;
    private final LongValues result = new LongValues();
    private boolean[] nullsBuffer;

    /**
     * Creates a node.
     *
     * @param type the type of the column: arrays or maps
     * @param legacySizeOfNull whether the size of null is -1, rather than null
     */
    public SizeColumn(int ordinal, DataType type, boolean legacySizeOfNull) {
        this.ordinal = ordinal;
        this.isArray = type instanceof ArrayType;
        this.legacySizeOfNull = legacySizeOfNull;
    }

    @Override
    LongValues compute(BatchColumns batch) {
        ColumnVector column = batch.column(ordinal);
        int rows = batch.rows();
        boolean[] nulls = batch.nulls(ordinal, nullsBuffer);
        nullsBuffer = nulls == null ? nullsBuffer : nulls;
        copy(column, result.buffer(rows), rows, nulls);
        result.nulls = legacySizeOfNull ? null : nulls;
        result.findBounds(rows);
        return result;
    }

    private void copy(ColumnVector column, long[] sizes, int rows, boolean[] nulls) {
        OffsetColumnVector ofFile = column instanceof OffsetColumnVector offsets ? offsets : null;
        for (int i = 0; i < rows; i++) {
            if (nulls != null && nulls[i]) {
                sizes[i] = SIZE_OF_NULL;
            } else {
                sizes[i] = ofFile == null ? elements(column, i) : ofFile.size(i);
            }
        }
    }

    private int elements(ColumnVector column, int row) {
        return isArray ? column.getArray(row).numElements() : column.getMap(row).numElements();
    }
}
