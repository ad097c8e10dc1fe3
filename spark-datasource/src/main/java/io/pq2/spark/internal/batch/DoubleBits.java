package io.pq2.spark.internal.batch;

import org.jspecify.annotations.NullUnmarked;

/** Floating-point numbers as bits. As in Spark's groups, all NaN have the same bits, and so have both zeros. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class DoubleBits extends LongNode {

    private final DoubleNode number;
    private final LongValues result = new LongValues();

    DoubleBits(DoubleNode number) {
        this.number = number;
    }

    /** Returns the bits of a number. */
    static long of(double value) {
        return value == 0 ? 0 : Double.doubleToLongBits(value);
    }

    @Override
    boolean isCertain() {
        return number.isCertain();
    }

    @Override
    LongValues compute(BatchColumns batch) {
        DoubleValues doubles = number.evaluate(batch);
        if (doubles == null) {
            return null;
        }
        long[] target = result.buffer(batch.rows());
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = of(doubles.values[i]);
        }
        result.nulls = doubles.nulls;
        // Bits have no small range.
        result.min = Long.MIN_VALUE;
        result.max = Long.MAX_VALUE;
        return result;
    }
}
