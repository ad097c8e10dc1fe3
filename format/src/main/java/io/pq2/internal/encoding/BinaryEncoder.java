package io.pq2.internal.encoding;

/** Values of physical type BYTE_ARRAY. */
public non-sealed interface BinaryEncoder extends ValueEncoder {

    /**
     * Adds {@code count} values: value {@code i} is the {@code lengths[offset + i]} bytes of {@code bytes} from {@code starts[offset +
     * i]} on.
     */
    void write(byte[] bytes, int[] starts, int[] lengths, int offset, int count);
}
