package io.pq2.internal.encoding;

import io.pq2.metadata.Encoding;

/**
 * Encodes the present values of data pages into the {@link EncodedBytes} that it was created with. For use by one
 * thread at a time. Between the first value of a page and {@link #finish}, only the encoder may add to the bytes;
 * between pages, the caller may reset them.
 */
public sealed interface ValueEncoder
        permits BooleanEncoder,
                IntEncoder,
                LongEncoder,
                FloatEncoder,
                DoubleEncoder,
                FixedBinaryEncoder,
                BinaryEncoder {

    /** Returns the encoding for the page header. */
    Encoding encoding();

    /** Returns the approximate number of bytes that {@link #finish} would add now. */
    int pendingBytes();

    /** Writes the remaining values of the page. The encoder can then encode another page. */
    void finish();
}
