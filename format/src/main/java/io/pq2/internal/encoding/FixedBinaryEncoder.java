package io.pq2.internal.encoding;

/** Values of physical type FIXED_LEN_BYTE_ARRAY, and of INT96 with a width of 12. */
public non-sealed interface FixedBinaryEncoder extends ValueEncoder {

    /** Bytes a value. */
    int width();

    /** Adds {@code count} values of {@link #width} bytes, back to back in {@code bytes} from {@code offset} on. */
    void write(byte[] bytes, int offset, int count);
}
