package io.pq2.internal.encoding;

/** Values of physical type FLOAT, the payload of a NaN kept. */
public non-sealed interface FloatDecoder extends ValueDecoder {

    /**
     * Reads the next {@code count} values to {@code dst}.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer, or the bytes are not what the encoding demands
     */
    void read(float[] dst, int offset, int count);
}
