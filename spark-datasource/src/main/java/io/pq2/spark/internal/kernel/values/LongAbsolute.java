package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/** The absolute values of whole numbers or decimals. Computes nothing if one may not fit its type. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class LongAbsolute extends LongNode {

    private final LongNode number;
    private final long limit;
    private final LongValues result = new LongValues();

    /** @param limit the greatest value that the type can represent */
    public LongAbsolute(LongNode number, long limit) {
        this.number = number;
        this.limit = limit;
    }

    @Override
    public boolean isCertain() {
        return false;
    }

    @Override
    LongValues compute(BatchColumns batch) {
        LongValues numbers = number.evaluate(batch);
        if (numbers == null || numbers.min < -limit) {
            return null;
        }
        long[] target = result.buffer(batch.rows());
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = Math.abs(numbers.values[i]);
        }
        result.nulls = numbers.nulls;
        result.min = 0;
        result.max = numbers.magnitude();
        return result;
    }
}
