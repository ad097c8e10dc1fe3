package io.pq2.statistics;

/** {@link Bounds} of FLOAT in the TYPE_ORDER of {@code ColumnOrder}: NaN is left out, either zero is written as the outer one. */
public final class FloatBounds implements Bounds {

    private float min;
    private float max;
    private long count;
    private long nans;

    /** No values yet. */
    public FloatBounds() {
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
    }

    @Override
    public boolean isEmpty() {
        return count == nans;
    }

    @Override
    public byte[] min() {
        return PlainBytes.of(Float.floatToRawIntBits(min == 0 ? -0.0f : min));
    }

    @Override
    public byte[] max() {
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
    }
}
