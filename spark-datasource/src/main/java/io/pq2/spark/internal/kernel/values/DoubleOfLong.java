package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/** A whole number as DOUBLE. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class DoubleOfLong extends DoubleNode {

    private final LongNode number;
    private final DoubleValues result = new DoubleValues();

    public DoubleOfLong(LongNode number) {
        this.number = number;
    }

    @Override
    public boolean isCertain() {
        return number.isCertain();
    }

    @Override
    DoubleValues compute(BatchColumns batch) {
        LongValues longs = number.evaluate(batch);
        if (longs == null) {
            return null;
        }
        double[] target = result.buffer(batch.rows());
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = longs.values[i];
        }
        result.nulls = longs.nulls;
        return result;
    }
}
