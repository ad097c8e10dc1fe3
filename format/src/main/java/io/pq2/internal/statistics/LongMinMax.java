package io.pq2.internal.statistics;

/** {@link MinMax} of INT64, signed or unsigned. */
public final class LongMinMax implements MinMax {

    /** Turns the order of unsigned numbers into that of signed ones. */
    private final long flip;

    private long min;
    private long max;

    /** @param unsigned whether the values are unsigned numbers */
    public LongMinMax(boolean unsigned) {
        flip = unsigned ? Long.MIN_VALUE : 0;
        reset();
    }

    /** Sees the values from index {@code from} to {@code to} (exclusive). */
    public void update(long[] values, int from, int to) {
        long least = min;
        long greatest = max;
        long mask = flip;
        for (int i = from; i < to; i++) {
            long value = values[i] ^ mask;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        min = least;
        max = greatest;
    }

    @Override
    public boolean isEmpty() {
        return min > max;
    }

    /** The least value; not to be called while {@link #isEmpty()}. */
    public long minValue() {
        return min ^ flip;
    }

    /** The greatest value; not to be called while {@link #isEmpty()}. */
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
