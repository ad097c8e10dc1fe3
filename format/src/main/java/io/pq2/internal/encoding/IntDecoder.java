package io.pq2.internal.encoding;

/** Values of physical type INT32. */
public non-sealed interface IntDecoder extends ValueDecoder {

    /**
     * Reads the next {@code count} values to {@code dst}.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer, or the bytes are not what the encoding demands
     */
    void read(int[] dst, int offset, int count);
}
