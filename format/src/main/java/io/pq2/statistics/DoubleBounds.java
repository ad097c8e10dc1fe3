package io.pq2.statistics;

/** {@link Bounds} of DOUBLE in the TYPE_ORDER of {@code ColumnOrder}: NaN is left out, either zero is written as the outer one. */
public final class DoubleBounds implements Bounds {

    private double min;
    private double max;
    private long count;
    private long nans;

    /** No values yet. */
    public DoubleBounds() {
        reset();
    }

    /** Sees the values from index {@code from} to {@code to} (exclusive). */
    public void update(double[] values, int from, int to) {
        double least = min;
        double greatest = max;
        int notNumbers = 0;
        for (int i = from; i < to; i++) {
            double value = values[i];
            // Both comparisons are false for NaN, which thereby stays out.
            least = value < least ? value : least;
            greatest = value > greatest ? value : greatest;
            notNumbers += Double.isNaN(value) ? 1 : 0;
        }
        min = least;
        max = greatest;
        nans += notNumbers;
        count += to - from;
    }

    @Override
    public boolean isEmpty() {
        return count == nans;
    }

    @Override
    public byte[] min() {
        return PlainBytes.of(Double.doubleToRawLongBits(min == 0 ? -0.0d : min));
    }

    @Override
    public byte[] max() {
        return PlainBytes.of(Double.doubleToRawLongBits(max == 0 ? 0.0d : max));
    }

    @Override
    public long nanCount() {
        return nans;
    }

    @Override
    public void reset() {
        min = Double.POSITIVE_INFINITY;
        max = Double.NEGATIVE_INFINITY;
        count = 0;
        nans = 0;
    }
}
