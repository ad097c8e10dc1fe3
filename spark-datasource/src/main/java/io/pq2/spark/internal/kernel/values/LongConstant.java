package io.pq2.spark.internal.kernel.values;

import java.util.Arrays;

/** A whole number or an unscaled decimal that all rows have. */
public final class LongConstant extends LongNode {

    private final long value;
    private final LongValues result = new LongValues();

    public LongConstant(long value) {
        this.value = value;
        result.min = value;
        result.max = value;
    }

    @Override
    LongValues compute(BatchColumns batch) {
        if (result.values.length < batch.rows()) {
            Arrays.fill(result.buffer(batch.rows()), value);
        }
        return result;
    }
}
