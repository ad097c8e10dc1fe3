package io.pq2.internal.encoding;

/** Values of physical type DOUBLE, the payload of a NaN kept. */
public non-sealed interface DoubleEncoder extends ValueEncoder {

    /** Adds {@code count} values. */
    void write(double[] values, int offset, int count);
}
