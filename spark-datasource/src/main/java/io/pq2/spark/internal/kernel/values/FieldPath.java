package io.pq2.spark.internal.kernel.values;

import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** A field of a struct of a batch, at any depth. It is null where one of the structs is null. */
public final class FieldPath {

    private final int column;
    private final int[] fields;
    private final DataType type;

    /**
     * Creates a path.
     *
     * @param column the index of the struct in a batch
     * @param fields the index of the field in each struct, from the outermost to the innermost
     * @param type the type of the last field
     */
    public FieldPath(int column, int[] fields, DataType type) {
        this.column = column;
        this.fields = fields.clone();
        this.type = type;
    }

    /** Returns the values of the field in a batch. */
    ColumnVector in(ColumnarBatch batch) {
        ColumnVector found = batch.column(column);
        for (int field : fields) {
            // The fields of a constant struct have no values if it is null. Those of the files' structs are null.
            if (found instanceof ConstantColumnVector && found.hasNull()) {
                ConstantColumnVector nulls = new ConstantColumnVector(batch.numRows(), type);
                nulls.setNull();
                return nulls;
            }
            found = found.getChild(field);
        }
        return found;
    }
}
