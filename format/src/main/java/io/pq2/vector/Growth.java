package io.pq2.vector;

/** Computes the capacity of growing arrays. Arrays grow by half. */
final class Growth {

    /** Maximum array length. Some virtual machines cannot allocate arrays of nearly 2<sup>31</sup> elements. */
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 16;

    private Growth() {}

    /**
     * Returns the length of the array that replaces a shorter one.
     *
     * @param length length of the current array
     * @param needed minimum number of elements
     * @param initialLength length of the first array
     * @throws OutOfMemoryError if {@code needed} exceeds the maximum array length
     */
    static int capacity(int length, long needed, int initialLength) {
        if (needed > MAX_LENGTH) {
            throw new OutOfMemoryError("a vector cannot have " + needed + " elements; use smaller batches");
        }
        long grown = Math.max(initialLength, length + (length >> 1));
        return (int) Math.min(MAX_LENGTH, Math.max(grown, needed));
    }
}
