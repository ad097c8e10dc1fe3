package io.pq2.internal.encoding;

/**
 * Decodes the values of one data page in order: present values only, without the nulls that levels describe. For use
 * by one thread at a time.
 */
public sealed interface ValueDecoder
        permits BooleanDecoder,
                IntDecoder,
                LongDecoder,
                FloatDecoder,
                DoubleDecoder,
                FixedBinaryDecoder,
                BinaryDecoder {

    /**
     * Skips the next {@code count} values.
     *
     * @throws io.pq2.exception.CorruptFileException if fewer values are left; some encodings throw it at the next
     *     read instead
     */
    void skip(int count);
}
