package io.pq2.internal.encoding;

/** Values of physical type DOUBLE, the payload of a NaN kept. */
public sealed interface DoubleEncoder extends ValueEncoder
        permits PlainDoubleEncoder, ByteStreamSplitDoubleEncoder, AlpDoubleEncoder {

    /** Adds {@code count} values. */
    void write(double[] values, int offset, int count);
}
