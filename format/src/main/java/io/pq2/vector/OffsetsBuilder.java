package io.pq2.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds the offsets and the validity of lists or maps. */
final class OffsetsBuilder {

    private int[] offsets = new int[64];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    int length() {
        return length;
    }

    /** Returns the end of the last slot, which is the start of the next one. */
    int end() {
        return offsets[length];
    }

    void append(int end) {
        if (length + 1 == offsets.length) {
            offsets = Arrays.copyOf(offsets, Growth.capacity(offsets.length, length + 2L, 64));
        }
        offsets[++length] = end;
    }

    /**
     * Appends a null.
     *
     * @param elements number of elements so far
     * @throws IllegalStateException if elements were appended since the previous slot
     */
    void appendNull(int elements) {
        if (elements != end()) {
            throw new IllegalStateException((elements - end()) + " elements were appended for a null list or map");
        }
        validity.addNull(length);
        append(elements);
    }

    /**
     * Checks that all elements belong to a slot.
     *
     * @param elements number of elements so far
     * @throws IllegalStateException if elements were appended since the last slot
     */
    void check(int elements) {
        if (elements != end()) {
            throw new IllegalStateException((elements - end()) + " elements were appended after the last list or map");
        }
    }

    int[] offsets() {
        return offsets;
    }

    long @Nullable [] validity() {
        return validity.build(length);
    }

    long bytes() {
        return (long) length * Integer.BYTES;
    }

    void reset() {
        length = 0;
        validity.reset();
    }
}
