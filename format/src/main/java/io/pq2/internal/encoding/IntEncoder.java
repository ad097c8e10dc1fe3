package io.pq2.internal.encoding;

/** Values of physical type INT32. */
public non-sealed interface IntEncoder extends ValueEncoder {

    /** Adds {@code count} values. */
    void write(int[] values, int offset, int count);
}
