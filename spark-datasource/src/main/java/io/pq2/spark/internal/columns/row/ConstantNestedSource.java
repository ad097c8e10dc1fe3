package io.pq2.spark.internal.columns.row;

import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.vector.Vector;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.vectorized.ColumnVectorUtils;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Shows the existence default of a struct, array, map or variant that the file lacks: the value for rows from before
 * the column was added.
 */
final class ConstantNestedSource implements ColumnSource {

    private final ConstantColumnVector column;

    ConstantNestedSource(DataType type, Object existenceDefault) {
        column = new ConstantColumnVector(1, type);
        ColumnVectorUtils.populate(column, new GenericInternalRow(new Object[] {existenceDefault}), 0);
    }

    @Override
    public ConstantColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {}
}
