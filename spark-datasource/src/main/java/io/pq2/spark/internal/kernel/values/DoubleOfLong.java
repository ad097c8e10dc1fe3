package io.pq2.spark.internal.kernel.values;

/** A whole number as DOUBLE. */
public final class DoubleOfLong extends DoubleNode {

    private final LongNode number;

    public DoubleOfLong(LongNode number) {
        super(number);
        this.number = number;
    }

    @Override
    boolean compute(BatchColumns batch) {
        long[] numbers = number.result.values;
        double[] target = result.buffer();
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = numbers[i];
        }
        return true;
    }
}
