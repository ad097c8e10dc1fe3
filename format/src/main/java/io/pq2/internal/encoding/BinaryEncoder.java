package io.pq2.internal.encoding;

/** Encodes values of physical type BYTE_ARRAY. */
public non-sealed interface BinaryEncoder extends ValueEncoder {

    /**
     * Adds {@code count} values: value {@code i} has {@code lengths[offset + i]} bytes of {@code bytes}, beginning at
     * {@code starts[offset + i]}.
     */
    void write(byte[] bytes, int[] starts, int[] lengths, int offset, int count);
}
