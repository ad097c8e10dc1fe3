package io.pq2.internal.statistics;

/** {@link MinMax} of BOOLEAN, where false is less than true. */
public final class BooleanMinMax implements MinMax {

    private long falses;
    private long trues;

    /** Adds the values from index {@code from} (inclusive) to {@code to} (exclusive). */
    public void update(boolean[] values, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += values[i] ? 1 : 0;
        }
        trues += count;
        falses += to - from - count;
    }

    @Override
    public boolean isEmpty() {
        return falses + trues == 0;
    }

    @Override
    public byte[] min() {
        return new byte[] {(byte) (falses > 0 ? 0 : 1)};
    }

    @Override
    public byte[] max() {
        return new byte[] {(byte) (trues > 0 ? 1 : 0)};
    }

    @Override
    public void reset() {
        falses = 0;
        trues = 0;
    }
}
