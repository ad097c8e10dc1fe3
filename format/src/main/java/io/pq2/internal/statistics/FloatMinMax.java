package io.pq2.internal.statistics;

/**
 * {@link MinMax} of FLOAT. In TYPE_ORDER of {@code ColumnOrder} NaN is left out, and either zero is written as the outer one. In
 * IEEE 754 total order zeros are told apart, and NaNs are bounds where there is nothing else.
 */
public final class FloatMinMax implements MinMax {

    private float min;
    private float max;
    private long count;
    private long nans;
    /** Null in TYPE_ORDER. */
    private final TotalOrder totalOrder;

    /** @param total whether the order is IEEE 754 total order */
    public FloatMinMax(boolean total) {
        totalOrder = total ? new TotalOrder() : null;
        reset();
    }

    /** Sees the values from index {@code from} to {@code to} (exclusive). */
    public void update(float[] values, int from, int to) {
        float least = min;
        float greatest = max;
        int notNumbers = 0;
        for (int i = from; i < to; i++) {
            float value = values[i];
            // Both comparisons are false for NaN, which thereby stays out.
            least = value < least ? value : least;
            greatest = value > greatest ? value : greatest;
            notNumbers += Float.isNaN(value) ? 1 : 0;
        }
        min = least;
        max = greatest;
        nans += notNumbers;
        count += to - from;
        if (totalOrder != null) {
            for (int i = from; i < to; i++) {
                totalOrder.see(TotalOrder.key(Float.floatToRawIntBits(values[i])), Float.isNaN(values[i]));
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
