package io.pq2.spark.internal.kernel.values;

/**
 * Floating-point numbers as bits. All NaN have the same bits. In Spark's groups, so have both zeros, but not in
 * expressions such as a cast to STRING.
 */
public final class DoubleBits extends LongNode {

    private final DoubleNode number;
    private final boolean joinsZeros;

    /** @param joinsZeros whether both zeros have the same bits */
    public DoubleBits(DoubleNode number, boolean joinsZeros) {
        super(number);
        this.number = number;
        this.joinsZeros = joinsZeros;
    }

    /** Returns the bits of a number in Spark's groups. */
    static long of(double value) {
        return value == 0 ? 0 : Double.doubleToLongBits(value);
    }

    @Override
    boolean compute(BatchColumns batch) {
        double[] numbers = number.result.values;
        long[] target = result.buffer();
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = joinsZeros ? of(numbers[i]) : Double.doubleToLongBits(numbers[i]);
        }
        return true;
    }
}
