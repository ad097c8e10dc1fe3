package io.pq2.internal.encoding;

/** Values of physical type BOOLEAN. */
public non-sealed interface BooleanDecoder extends ValueDecoder {

    /**
     * Reads the next {@code count} values to {@code dst}.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer, or the bytes are not what the encoding demands
     */
    void read(boolean[] dst, int offset, int count);
}
