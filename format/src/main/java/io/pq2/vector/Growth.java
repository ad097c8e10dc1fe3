package io.pq2.vector;

/** How arrays grow: by half, from a small start. */
final class Growth {

    /** Some virtual machines cannot make arrays of the last few lengths below 2<sup>31</sup>. */
    private static final int LONGEST = Integer.MAX_VALUE - 16;

    private Growth() {}

    /**
     * The length of the array that replaces one of {@code length}.
     *
     * @param needed how many elements must fit
     * @param smallest the length of the first array
     * @throws OutOfMemoryError if no array is long enough
     */
    static int capacity(int length, long needed, int smallest) {
        if (needed > LONGEST) {
            throw new OutOfMemoryError("a vector of " + needed + " elements; use smaller batches");
        }
        long grown = Math.max(smallest, length + (length >> 1));
        return (int) Math.min(LONGEST, Math.max(grown, needed));
    }
}
