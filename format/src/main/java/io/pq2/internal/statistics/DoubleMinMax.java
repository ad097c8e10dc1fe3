package io.pq2.internal.statistics;

import org.jspecify.annotations.Nullable;

/**
 * {@link MinMax} of DOUBLE. In TYPE_ORDER of {@code ColumnOrder} NaN does not count, and a zero becomes -0 as min and
 * +0 as max. In IEEE 754 total order -0 is less than +0, and NaNs are min and max if all values are NaN.
 */
public final class DoubleMinMax implements MinMax {

    private double min;
    private double max;
    private long count;
    private long nans;
    /** Absent in TYPE_ORDER. */
    private final @Nullable TotalOrder totalOrder;

    /** @param total whether the order is IEEE 754 total order */
    public DoubleMinMax(boolean total) {
        totalOrder = total ? new TotalOrder() : null;
        reset();
    }

    /** Adds the values from index {@code from} (inclusive) to {@code to} (exclusive). */
    public void update(double[] values, int from, int to) {
        double lower = min;
        double upper = max;
        int notNumbers = 0;
        for (int i = from; i < to; i++) {
            double value = values[i];
            // Both comparisons are false for NaN.
            lower = value < lower ? value : lower;
            upper = value > upper ? value : upper;
            notNumbers += Double.isNaN(value) ? 1 : 0;
        }
        min = lower;
        max = upper;
        nans += notNumbers;
        count += to - from;
        if (totalOrder != null) {
            for (int i = from; i < to; i++) {
                totalOrder.add(TotalOrder.key(Double.doubleToRawLongBits(values[i])), Double.isNaN(values[i]));
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
