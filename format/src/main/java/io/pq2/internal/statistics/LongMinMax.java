package io.pq2.internal.statistics;

/** {@link MinMax} of INT64, signed or unsigned. */
public final class LongMinMax implements MinMax {

    /** Converts the order of unsigned numbers to that of signed ones. */
    private final long flip;

    private long min;
    private long max;

    /** @param unsigned whether the values are unsigned */
    public LongMinMax(boolean unsigned) {
        flip = unsigned ? Long.MIN_VALUE : 0;
        reset();
    }

    /** Adds the values from index {@code from} (inclusive) to {@code to} (exclusive). */
    public void update(long[] values, int from, int to) {
        long lower = min;
        long upper = max;
        long mask = flip;
        for (int i = from; i < to; i++) {
            long value = values[i] ^ mask;
            lower = Math.min(lower, value);
            upper = Math.max(upper, value);
        }
        min = lower;
        max = upper;
    }

    @Override
    public boolean isEmpty() {
        return min > max;
    }

    /** Returns the min. Must not be called while {@link #isEmpty()}. */
    public long minValue() {
        return min ^ flip;
    }

    /** Returns the max. Must not be called while {@link #isEmpty()}. */
    public long maxValue() {
        return max ^ flip;
    }

    @Override
    public byte[] min() {
        return PlainBytes.of(minValue());
    }

    @Override
    public byte[] max() {
        return PlainBytes.of(maxValue());
    }

    @Override
    public void reset() {
        min = Long.MAX_VALUE;
        max = Long.MIN_VALUE;
    }
}
