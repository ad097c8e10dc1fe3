package io.pq2.internal.encoding;

/** Values of physical type INT64. */
public non-sealed interface LongDecoder extends ValueDecoder {

    /**
     * Reads the next {@code count} values to {@code dst}.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer, or the bytes are not what the encoding demands
     */
    void read(long[] dst, int offset, int count);
}
