package io.pq2.internal.encoding;

/** Values of physical type FIXED_LEN_BYTE_ARRAY, and of INT96 with a width of 12. */
public non-sealed interface FixedBinaryDecoder extends ValueDecoder {

    /** Bytes a value. */
    int width();

    /**
     * Reads the next {@code count} values to {@code dst}, {@link #width} bytes each, back to back from {@code offset} on.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer, or the bytes are not what the encoding demands
     */
    void read(byte[] dst, int offset, int count);

    /**
     * The first value may refer to the last one of another page, as DELTA_BYTE_ARRAY of old writers does; to be called before anything
     * is read.
     *
     * @param before the decoder of the page before, of which nothing is wanted any more
     */
    default void continueAfter(FixedBinaryDecoder before) {}

    /** Nothing more of the page is wanted and its bytes may be overwritten; {@link #continueAfter} can still be called with this. */
    default void leavePage() {}
}
