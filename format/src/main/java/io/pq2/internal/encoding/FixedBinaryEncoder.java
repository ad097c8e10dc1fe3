package io.pq2.internal.encoding;

/** Encodes values of physical type FIXED_LEN_BYTE_ARRAY, and of INT96 with a width of 12. */
public non-sealed interface FixedBinaryEncoder extends ValueEncoder {

    /** Returns the bytes of a value. */
    int width();

    /**
     * Adds {@code count} values, back to back in {@code bytes} with {@link #width} bytes each, beginning at {@code
     * offset}.
     */
    void write(byte[] bytes, int offset, int count);
}
