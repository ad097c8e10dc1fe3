package io.pq2.internal.encoding;

/** Values of physical type FLOAT, the payload of a NaN kept. */
public sealed interface FloatEncoder extends ValueEncoder
        permits PlainFloatEncoder, ByteStreamSplitFloatEncoder, AlpFloatEncoder {

    /** Adds {@code count} values. */
    void write(float[] values, int offset, int count);
}
