package io.pq2.internal.statistics;

/**
 * Collects the min and max of the values of a column while it is written, in the order of the column.
 *
 * <p>Each implementation has its own {@code update} method, which adds many values at once.
 */
public sealed interface MinMax
        permits BooleanMinMax, IntMinMax, LongMinMax, FloatMinMax, DoubleMinMax, Float16MinMax, BinaryMinMax {

    /** Whether there are no min and max because no value was added. NaN counts only in IEEE 754 total order. */
    boolean isEmpty();

    /**
     * Returns the min in the PLAIN encoding, BYTE_ARRAY without its length. Must not be called while {@link
     * #isEmpty()}.
     */
    byte[] min();

    /**
     * Returns the max in the PLAIN encoding, BYTE_ARRAY without its length. Must not be called while {@link
     * #isEmpty()}.
     */
    byte[] max();

    /** Returns the number of NaNs added, or -1 for types without NaN. */
    default long nanCount() {
        return -1;
    }

    /** Removes all values. */
    void reset();
}
