package io.pq2.spark.internal.kernel.values;

import io.pq2.spark.internal.vectors.OffsetColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** The numbers of elements of a column of arrays, or of entries of a column of maps. */
public final class SizeColumn extends LongNode {

    private static final int SIZE_OF_NULL = -1;

    private final int ordinal;
    private final boolean isArray;
    private final boolean legacySizeOfNull;

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
    boolean compute(BatchColumns batch) {
        ColumnVector column = batch.column(ordinal);
        OffsetColumnVector ofFile = column instanceof OffsetColumnVector offsets ? offsets : null;
        long[] sizes = result.buffer();
        result.setNulls(column);
        for (int i = 0; i < batch.rows(); i++) {
            if (result.isNull(i)) {
                sizes[i] = SIZE_OF_NULL;
            } else {
                sizes[i] = ofFile == null ? elements(column, i) : ofFile.size(i);
            }
        }
        if (legacySizeOfNull) {
            result.nulls = null;
        }
        return true;
    }

    private int elements(ColumnVector column, int row) {
        return isArray ? column.getArray(row).numElements() : column.getMap(row).numElements();
    }
}
