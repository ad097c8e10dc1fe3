package io.pq2.internal.read.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeBudget;
import org.jspecify.annotations.Nullable;

/** The levels of one leaf for the rows of a batch, one byte per level. */
final class LeafLevels {

    /** The largest number of entries of a batch. */
    static final int MAX_ENTRIES = 1 << 25;

    private byte[] repetition = new byte[0];
    private byte[] definition = new byte[0];
    private final DecodeBudget budget;
    private int count;

    /** @param budget the budget of the scan */
    LeafLevels(DecodeBudget budget) {
        this.budget = budget;
    }

    void clear() {
        count = 0;
    }

    /** Returns the number of entries. */
    int count() {
        return count;
    }

    /** Returns the repetition levels; an empty array if no ancestor of the leaf is repeated. */
    byte[] repetition() {
        return repetition;
    }

    /** Returns the definition levels. */
    byte[] definition() {
        return definition;
    }

    /**
     * Adds entries.
     *
     * @param moreRepetition the repetition levels; absent if no ancestor of the leaf is repeated
     * @param moreDefinition the definition levels
     * @param offset the index of the first entry in both arrays
     * @param length the number of entries
     */
    void append(byte @Nullable [] moreRepetition, byte[] moreDefinition, int offset, int length) {
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
            definition = budget.grow(definition, capacity);
            if (repeated) {
                repetition = budget.grow(repetition, capacity);
            }
        }
    }
}
