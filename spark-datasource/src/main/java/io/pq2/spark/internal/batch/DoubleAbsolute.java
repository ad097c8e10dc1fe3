package io.pq2.spark.internal.batch;

import org.jspecify.annotations.NullUnmarked;

/** The absolute values of DOUBLEs. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class DoubleAbsolute extends DoubleNode {

    private final DoubleNode number;
    private final DoubleValues result = new DoubleValues();

    DoubleAbsolute(DoubleNode number) {
        this.number = number;
    }

    @Override
    boolean isCertain() {
        return number.isCertain();
    }

    @Override
    DoubleValues compute(BatchColumns batch) {
        DoubleValues numbers = number.evaluate(batch);
        if (numbers == null) {
            return null;
        }
        double[] target = result.buffer(batch.rows());
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = Math.abs(numbers.values[i]);
        }
        result.nulls = numbers.nulls;
        return result;
    }
}
