package io.pq2.internal.encoding;

/** Values of physical type INT32. */
public sealed interface IntEncoder extends ValueEncoder
        permits PlainIntEncoder, DeltaIntEncoder, ByteStreamSplitIntEncoder {

    /** Adds {@code count} values. */
    void write(int[] values, int offset, int count);
}
