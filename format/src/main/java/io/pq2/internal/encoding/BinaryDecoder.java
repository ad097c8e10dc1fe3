package io.pq2.internal.encoding;

/**
 * Decodes values of physical type BYTE_ARRAY to slices of an array. If an encoding stores each value contiguously,
 * the slices are those of the page or the dictionary, and the decoder copies nothing.
 */
public non-sealed interface BinaryDecoder extends ValueDecoder {

    /**
     * Returns the array of the slices: the bytes of the page or of the dictionary, or an array of the decoder. Each
     * {@link #read} can replace the array by another one, which has the slices since the last {@link #release} at the
     * same indexes.
     */
    byte[] bytes();

    /**
     * Reads the slices of the next {@code count} values: value {@code i} has {@code lengths[offset + i]} bytes of
     * {@link #bytes}, beginning at {@code starts[offset + i]}. Starts never descend; slices can overlap.
     *
     * @throws io.pq2.exception.CorruptFileException if fewer values are left or the bytes violate the encoding
     * @throws io.pq2.exception.UnsupportedFeatureException if the values since the last {@link #release} exceed the
     *     array of the decoder
     */
    void read(int[] starts, int[] lengths, int offset, int count);

    /**
     * Lets the first value refer to the last value of the previous page, as old writers do in DELTA_BYTE_ARRAY. Call
     * it before the first read.
     *
     * @param before the decoder of the previous page, which is not read any more
     */
    default void continueAfter(BinaryDecoder before) {}

    /**
     * Ends reading: the caller can overwrite the bytes of the page. The next decoder can still {@link #continueAfter}
     * this one.
     */
    default void leavePage() {}

    /** Ends the use of the slices read so far, so that the decoder can reuse its array. */
    default void release() {}

    /** Ends the use of this decoder: {@link #bytes} are no longer needed. */
    default void discard() {}
}
