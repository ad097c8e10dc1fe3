package io.pq2.spark.internal.kernel.values;

import io.pq2.spark.internal.vectors.DoubleColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/** A column of FLOAT or DOUBLE. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class DoubleColumn extends DoubleNode {

    private final int ordinal;
    private final boolean isFloat;
    private final DoubleValues shown = new DoubleValues();
    private final DoubleValues copied = new DoubleValues();
    private boolean[] nullsBuffer;

    public DoubleColumn(int ordinal, boolean isFloat) {
        this.ordinal = ordinal;
        this.isFloat = isFloat;
    }

    @Override
    DoubleValues compute(BatchColumns batch) {
        ColumnVector column = batch.column(ordinal);
        boolean[] nulls = batch.nulls(ordinal, nullsBuffer);
        nullsBuffer = nulls == null ? nullsBuffer : nulls;
        if (column instanceof DoubleColumnVector doubles) {
            shown.values = doubles.values();
            shown.nulls = nulls;
            return shown;
        }
        double[] target = copied.buffer(batch.rows());
        for (int i = 0; i < batch.rows(); i++) {
            if (nulls == null || !nulls[i]) {
                target[i] = isFloat ? column.getFloat(i) : column.getDouble(i);
            }
        }
        copied.nulls = nulls;
        return copied;
    }
}
