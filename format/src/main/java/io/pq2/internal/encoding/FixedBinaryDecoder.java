package io.pq2.internal.encoding;

/** Decodes values of physical type FIXED_LEN_BYTE_ARRAY, and of INT96 with a width of 12. */
public non-sealed interface FixedBinaryDecoder extends ValueDecoder {

    /** Returns the bytes of a value. */
    int width();

    /**
     * Reads the next {@code count} values into {@code dst}, back to back with {@link #width} bytes each, beginning at
     * {@code offset}.
     *
     * @throws io.pq2.exception.CorruptFileException if fewer values are left or the bytes violate the encoding
     */
    void read(byte[] dst, int offset, int count);

    /**
     * Checks that {@code count} values are left, if the number of bytes tells. Callers need no memory then for values
     * that the page does not have, whatever width the file claims.
     *
     * @throws io.pq2.exception.CorruptFileException if fewer values are left
     */
    default void checkLeft(int count) {}

    /**
     * Lets the first value refer to the last value of the previous page, as old writers do in DELTA_BYTE_ARRAY. Call
     * it before the first read.
     *
     * @param before the decoder of the previous page, which is not read any more
     */
    default void continueAfter(FixedBinaryDecoder before) {}

    /**
     * Ends reading: the caller can overwrite the bytes of the page. The next decoder can still {@link #continueAfter}
     * this one.
     */
    default void leavePage() {}
}
