package io.pq2.vector;

import java.util.Arrays;

/** The presence of slots while they are appended. Only nulls are told; as long as there are none, nothing is stored. */
final class ValidityBuilder {

    private long[] words = new long[0];
    /** All slots before this one have their bit; those from here on are present. */
    private int written;

    private boolean hasNulls;

    /** Slot {@code index} is null; indexes ascend. */
    void addNull(int index) {
        reserve(index + 1);
        Validity.fill(words, written, index, true);
        Validity.clear(words, index);
        written = index + 1;
        hasNulls = true;
    }

    /** The bitmap of {@code length} slots as {@link Vector#validity()} defines it. */
    long[] build(int length) {
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
