package io.pq2.vector;

import java.util.Arrays;

/** The offsets and the presence of lists or maps while they are appended. */
final class OffsetsBuilder {

    private int[] offsets = new int[64];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    int length() {
        return length;
    }

    /** The end of the last slot, which is where the next one starts. */
    int end() {
        return offsets[length];
    }

    void append(int end) {
        if (length + 1 == offsets.length) {
            offsets = Arrays.copyOf(offsets, Growth.capacity(offsets.length, length + 2L, 64));
        }
        offsets[++length] = end;
    }

    /** Appends a null, for which {@code elements}, the number of elements so far, must be as after the last slot. */
    void appendNull(int elements) {
        if (elements != end()) {
            throw new IllegalStateException(
                    "a null list or map, yet " + (elements - end()) + " elements were appended for it");
        }
        validity.addNull(length);
        append(elements);
    }

    /** Checks before a vector is built that no elements were appended behind the last slot. */
    void check(int elements) {
        if (elements != end()) {
            throw new IllegalStateException(
                    (elements - end()) + " elements were appended behind the last list or map that was closed");
        }
    }

    int[] offsets() {
        return offsets;
    }

    long[] validity() {
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
