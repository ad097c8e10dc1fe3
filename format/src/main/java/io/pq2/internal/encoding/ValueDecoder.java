package io.pq2.internal.encoding;

/**
 * The values of one data page, front to back: present values only, one after another, whatever levels say about slots between
 * them. Used by one thread at a time.
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
     * Passes over the next {@code count} values.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer; an encoding may also notice that when it is read next
     */
    void skip(int count);
}
