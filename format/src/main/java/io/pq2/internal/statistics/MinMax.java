package io.pq2.internal.statistics;

/**
 * The least and the greatest of some values in the order of their column, while a writer sees them pass.
 *
 * <p>Each kind has an {@code update} of its own that takes many values at once.
 */
public sealed interface MinMax
        permits BooleanMinMax, IntMinMax, LongMinMax, FloatMinMax, DoubleMinMax, Float16MinMax, BinaryMinMax {

    /** Whether no value was seen that counts, so that there is no least and no greatest one. NaN does not count. */
    boolean isEmpty();

    /** The least value in PLAIN encoding, BYTE_ARRAY without its length; not to be called while {@link #isEmpty()}. */
    byte[] min();

    /** The greatest value in PLAIN encoding, BYTE_ARRAY without its length; not to be called while {@link #isEmpty()}. */
    byte[] max();

    /** The number of NaNs seen, -1 for types that have none. */
    default long nanCount() {
        return -1;
    }

    /** Forgets everything. */
    void reset();
}
