package io.pq2.internal.statistics;

/** {@link MinMax} of INT32, signed or unsigned. */
public final class IntMinMax implements MinMax {

    /** Turns the order of unsigned numbers into that of signed ones. */
    private final int flip;

    private int min;
    private int max;

    /** @param unsigned whether the values are unsigned numbers */
    public IntMinMax(boolean unsigned) {
        flip = unsigned ? Integer.MIN_VALUE : 0;
        reset();
    }

    /** Sees the values from index {@code from} to {@code to} (exclusive). */
    public void update(int[] values, int from, int to) {
        int least = min;
        int greatest = max;
        int mask = flip;
        for (int i = from; i < to; i++) {
            int value = values[i] ^ mask;
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
    public int minValue() {
        return min ^ flip;
    }

    /** The greatest value; not to be called while {@link #isEmpty()}. */
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
