package io.pq2.internal.statistics;

import org.jspecify.annotations.Nullable;

/**
 * {@link MinMax} of FLOAT. In TYPE_ORDER of {@code ColumnOrder} NaN does not count, and a zero becomes -0 as min and
 * +0 as max. In IEEE 754 total order -0 is less than +0, and NaNs are min and max if all values are NaN.
 */
public final class FloatMinMax implements MinMax {

    private float min;
    private float max;
    private long count;
    private long nans;
    /** Absent in TYPE_ORDER. */
    private final @Nullable TotalOrder totalOrder;

    /** @param total whether the order is IEEE 754 total order */
    public FloatMinMax(boolean total) {
        totalOrder = total ? new TotalOrder() : null;
        reset();
    }

    /** Adds the values from index {@code from} (inclusive) to {@code to} (exclusive). */
    public void update(float[] values, int from, int to) {
        float lower = min;
        float upper = max;
        int notNumbers = 0;
        for (int i = from; i < to; i++) {
            float value = values[i];
            // Both comparisons are false for NaN.
            lower = value < lower ? value : lower;
            upper = value > upper ? value : upper;
            notNumbers += Float.isNaN(value) ? 1 : 0;
        }
        min = lower;
        max = upper;
        nans += notNumbers;
        count += to - from;
        if (totalOrder != null) {
            for (int i = from; i < to; i++) {
                totalOrder.add(TotalOrder.key(Float.floatToRawIntBits(values[i])), Float.isNaN(values[i]));
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
            return PlainBytes.of(TotalOrder.key((int) totalOrder.min()));
        }
        return PlainBytes.of(Float.floatToRawIntBits(min == 0 ? -0.0f : min));
    }

    @Override
    public byte[] max() {
        if (totalOrder != null) {
            return PlainBytes.of(TotalOrder.key((int) totalOrder.max()));
        }
        return PlainBytes.of(Float.floatToRawIntBits(max == 0 ? 0.0f : max));
    }

    @Override
    public long nanCount() {
        return nans;
    }

    @Override
    public void reset() {
        min = Float.POSITIVE_INFINITY;
        max = Float.NEGATIVE_INFINITY;
        count = 0;
        nans = 0;
        if (totalOrder != null) {
            totalOrder.reset();
        }
    }
}
