package io.pq2.internal.encoding;

/** Values of physical type INT64. */
public non-sealed interface LongEncoder extends ValueEncoder {

    /** Adds {@code count} values. */
    void write(long[] values, int offset, int count);
}
