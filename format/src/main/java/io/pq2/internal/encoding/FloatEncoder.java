package io.pq2.internal.encoding;

/** Values of physical type FLOAT, the payload of a NaN kept. */
public non-sealed interface FloatEncoder extends ValueEncoder {

    /** Adds {@code count} values. */
    void write(float[] values, int offset, int count);
}
