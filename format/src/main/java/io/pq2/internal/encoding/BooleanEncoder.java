package io.pq2.internal.encoding;

/** Values of physical type BOOLEAN. */
public non-sealed interface BooleanEncoder extends ValueEncoder {

    /** Adds {@code count} values. */
    void write(boolean[] values, int offset, int count);
}
