package io.pq2.internal.read.decode;

import io.pq2.exception.UnsupportedFeatureException;
import java.util.Arrays;

/** The levels of one leaf for the rows of a batch, one byte a level. */
final class LeafLevels {

    /** More would not fit the arrays of a batch, or not sensibly. */
    static final int MAX_ENTRIES = 1 << 25;

    private byte[] repetition = new byte[0];
    private byte[] definition = new byte[0];
    private int count;

    void clear() {
        count = 0;
    }

    /** The number of entries. */
    int count() {
        return count;
    }

    /** Repetition levels; all 0 and not there ({@code length} 0) for a leaf that no list is around. */
    byte[] repetition() {
        return repetition;
    }

    byte[] definition() {
        return definition;
    }

    /**
     * Adds entries.
     *
     * @param moreRepetition null for a leaf that no list is around
     */
    void append(byte[] moreRepetition, byte[] moreDefinition, int offset, int length) {
        ensure(length, moreRepetition != null);
        if (moreRepetition != null) {
            System.arraycopy(moreRepetition, offset, repetition, count, length);
        }
        System.arraycopy(moreDefinition, offset, definition, count, length);
        count += length;
    }

    private void ensure(int more, boolean repeated) {
        int needed = count + more;
        if (needed > MAX_ENTRIES) {
            throw new UnsupportedFeatureException(
                    "rows with more than " + MAX_ENTRIES + " values of a column in a batch");
        }
        if (needed > definition.length) {
            int capacity = Math.min(MAX_ENTRIES, Math.max(needed, definition.length * 2));
            definition = Arrays.copyOf(definition, capacity);
            if (repeated) {
                repetition = Arrays.copyOf(repetition, capacity);
            }
        }
    }
}
