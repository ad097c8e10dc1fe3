package io.pq2.internal.statistics;

/**
 * {@link MinMax} of DOUBLE. In TYPE_ORDER of {@code ColumnOrder} NaN is left out, and either zero is written as the outer one. In
 * IEEE 754 total order zeros are told apart, and NaNs are bounds where there is nothing else.
 */
public final class DoubleMinMax implements MinMax {

    private double min;
    private double max;
    private long count;
    private long nans;
    /** Null in TYPE_ORDER. */
    private final TotalOrder totalOrder;

    /** @param total whether the order is IEEE 754 total order */
    public DoubleMinMax(boolean total) {
        totalOrder = total ? new TotalOrder() : null;
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
        if (totalOrder != null) {
            for (int i = from; i < to; i++) {
                totalOrder.see(TotalOrder.key(Double.doubleToRawLongBits(values[i])), Double.isNaN(values[i]));
            }
        }
    }

    @Override
    public boolean isEmpty() {
        return totalOrder == null ? count == nans : totalOrder.isEmpty();
    }

    @Override
    public byte[] min() {
        if (totalOrder != null) {
            return PlainBytes.of(TotalOrder.key(totalOrder.min()));
        }
        return PlainBytes.of(Double.doubleToRawLongBits(min == 0 ? -0.0d : min));
    }

    @Override
    public byte[] max() {
        if (totalOrder != null) {
            return PlainBytes.of(TotalOrder.key(totalOrder.max()));
        }
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
        if (totalOrder != null) {
            totalOrder.reset();
        }
    }
}
