package io.pq2.spark.internal.kernel.values;

import io.pq2.spark.internal.vectors.DoubleColumnVector;
import io.pq2.spark.internal.vectors.FloatColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;

/** A column of FLOAT or DOUBLE. */
public final class DoubleColumn extends DoubleNode {

    private final int ordinal;
    private final boolean isFloat;

    public DoubleColumn(int ordinal, boolean isFloat) {
        this.ordinal = ordinal;
        this.isFloat = isFloat;
    }

    @Override
    boolean compute(BatchColumns batch) {
        ColumnVector column = batch.column(ordinal);
        result.setNulls(column);
        if (column instanceof DoubleColumnVector doubles) {
            result.values = doubles.values();
        } else if (column instanceof FloatColumnVector floats) {
            widen(floats.values(), result.buffer(), batch.rows());
        } else {
            copy(column, result.buffer(), batch.rows());
        }
        return true;
    }

    private static void widen(float[] values, double[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = values[i];
        }
    }

    private void copy(ColumnVector column, double[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!result.isNull(i)) {
                target[i] = isFloat ? column.getFloat(i) : column.getDouble(i);
            }
        }
    }
}
