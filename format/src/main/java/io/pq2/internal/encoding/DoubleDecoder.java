package io.pq2.internal.encoding;

/** Values of physical type DOUBLE, the payload of a NaN kept. */
public non-sealed interface DoubleDecoder extends ValueDecoder {

    /**
     * Reads the next {@code count} values to {@code dst}.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer, or the bytes are not what the encoding demands
     */
    void read(double[] dst, int offset, int count);
}
