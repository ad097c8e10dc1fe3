package io.pq2.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds the validity of a vector. Only nulls are recorded, and nothing is allocated before the first null. */
final class ValidityBuilder {

    private long[] words = new long[0];
    /** Number of slots whose bits are written. Later slots are present. */
    private int written;

    private boolean hasNulls;

    /**
     * Records a null.
     *
     * @param index slot, greater than that of the previous null
     */
    void addNull(int index) {
        reserve(index + 1);
        Validity.fill(words, written, index, true);
        Validity.clear(words, index);
        written = index + 1;
        hasNulls = true;
    }

    /** Returns the bitmap of {@code length} slots as {@link Vector#validity()} defines it. */
    long @Nullable [] build(int length) {
        if (!hasNulls) {
            return null;
        }
        reserve(length);
        Validity.fill(words, written, length, true);
        written = length;
        return words;
    }

    void reset() {
        written = 0;
        hasNulls = false;
    }

    private void reserve(int slots) {
        int needed = Validity.words(slots);
        if (needed > words.length) {
            words = Arrays.copyOf(words, Growth.capacity(words.length, needed, 8));
        }
    }
}
