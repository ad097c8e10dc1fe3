package io.pq2.spark.internal.kernel.values;

/** The absolute values of whole numbers or decimals. Computes nothing if one may not fit its type. */
public final class LongAbsolute extends LongNode {

    private final LongNode number;
    private final long limit;

    /** @param limit the greatest value that the type can represent */
    public LongAbsolute(LongNode number, long limit) {
        super(number);
        this.number = number;
        this.limit = limit;
    }

    @Override
    public boolean isCertain() {
        return false;
    }

    @Override
    boolean compute(BatchColumns batch) {
        if (number.result.min() < -limit) {
            return false;
        }
        long[] numbers = number.result.values;
        long[] target = result.buffer();
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = Math.abs(numbers[i]);
        }
        return true;
    }
}
