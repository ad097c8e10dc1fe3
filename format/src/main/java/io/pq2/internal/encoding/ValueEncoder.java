package io.pq2.internal.encoding;

import io.pq2.metadata.Encoding;

/**
 * Writes the values of data pages to the {@link EncodedBytes} that it was opened with: present values only, one after another. Used
 * by one thread at a time. From a page's first value to {@link #finish} nothing else may be added to the bytes; between pages they
 * may be reset.
 */
public sealed interface ValueEncoder
        permits BooleanEncoder,
                IntEncoder,
                LongEncoder,
                FloatEncoder,
                DoubleEncoder,
                FixedBinaryEncoder,
                BinaryEncoder {

    /** What to say in the page's header. */
    Encoding encoding();

    /** About how many bytes {@link #finish} would add now. */
    int pendingBytes();

    /** Writes what is left of the page's values. The encoder is then ready for another page. */
    void finish();
}
