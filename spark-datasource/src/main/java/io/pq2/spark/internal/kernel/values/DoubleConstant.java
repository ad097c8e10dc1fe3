package io.pq2.spark.internal.kernel.values;

import java.util.Arrays;

/** A DOUBLE that all rows have. */
public final class DoubleConstant extends DoubleNode {

    private final double value;
    private final DoubleValues result = new DoubleValues();

    public DoubleConstant(double value) {
        this.value = value;
    }

    @Override
    DoubleValues compute(BatchColumns batch) {
        if (result.values.length < batch.rows()) {
            Arrays.fill(result.buffer(batch.rows()), value);
        }
        return result;
    }
}
