package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/**
 * Floating-point numbers as bits. All NaN have the same bits. In Spark's groups, so have both zeros, but not in
 * expressions such as a cast to STRING.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class DoubleBits extends LongNode {

    private final DoubleNode number;
    private final boolean joinsZeros;
    private final LongValues result = new LongValues();

    /** @param joinsZeros whether both zeros have the same bits */
    public DoubleBits(DoubleNode number, boolean joinsZeros) {
        this.number = number;
        this.joinsZeros = joinsZeros;
    }

    /** Returns the bits of a number in Spark's groups. */
    public static long of(double value) {
        return value == 0 ? 0 : Double.doubleToLongBits(value);
    }

    @Override
    public boolean isCertain() {
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
            target[i] = joinsZeros ? of(doubles.values[i]) : Double.doubleToLongBits(doubles.values[i]);
        }
        result.nulls = doubles.nulls;
        // Bits have no small range.
        result.min = Long.MIN_VALUE;
        result.max = Long.MAX_VALUE;
        return result;
    }
}
