package io.pq2.internal.encoding;

/** Values of physical type INT64. */
public sealed interface LongEncoder extends ValueEncoder
        permits PlainLongEncoder, DeltaLongEncoder, ByteStreamSplitLongEncoder {

    /** Adds {@code count} values. */
    void write(long[] values, int offset, int count);
}
