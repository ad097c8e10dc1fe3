package io.pq2.internal.compression;

/**
 * Applies one codec. Holds what the codec can reuse from one page to the next; used by one thread at a time and closed by whoever
 * asked for it.
 */
public sealed interface Compressor extends AutoCloseable
        permits BrotliCompressor,
                CopyCompressor,
                GzipCompressor,
                Lz4HadoopCompressor,
                Lz4RawCompressor,
                SnappyCompressor,
                ZstdCompressor {

    /**
     * The most bytes that {@code length} bytes can become.
     *
     * @throws io.pq2.exception.InvalidDataException if that may be more than an array holds
     */
    int maxCompressedLength(int length);

    /**
     * Compresses one block.
     *
     * @return how many bytes were written from {@code dstOffset} on
     * @throws IndexOutOfBoundsException if the source lies outside its array, or {@code dst} has less than
     *     {@link #maxCompressedLength} bytes from {@code dstOffset} on
     */
    int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset);

    /** Frees what the codec holds; closing twice does nothing. */
    @Override
    void close();
}
