package io.pq2.internal.statistics;

/** {@link MinMax} of INT32, signed or unsigned. */
public final class IntMinMax implements MinMax {

    /** Converts the order of unsigned numbers to that of signed ones. */
    private final int flip;

    private int min;
    private int max;

    /** @param unsigned whether the values are unsigned */
    public IntMinMax(boolean unsigned) {
        flip = unsigned ? Integer.MIN_VALUE : 0;
        reset();
    }

    /** Adds the values from index {@code from} (inclusive) to {@code to} (exclusive). */
    public void update(int[] values, int from, int to) {
        int lower = min;
        int upper = max;
        int mask = flip;
        for (int i = from; i < to; i++) {
            int value = values[i] ^ mask;
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
    public int minValue() {
        return min ^ flip;
    }

    /** Returns the max. Must not be called while {@link #isEmpty()}. */
    public int maxValue() {
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
        min = Integer.MAX_VALUE;
        max = Integer.MIN_VALUE;
    }
}
