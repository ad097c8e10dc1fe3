package io.pq2.internal.compression;

/**
 * Compresses blocks with one codec. It reuses buffers and contexts of the codec between pages. Not thread-safe. Its
 * creator closes it.
 */
public sealed interface Compressor extends AutoCloseable
        permits BrotliCompressor,
                CopyCompressor,
                GzipCompressor,
                HadoopFramedCompressor,
                Lz4RawCompressor,
                SnappyCompressor,
                ZstdCompressor {

    /**
     * Returns the maximum compressed length of {@code length} bytes.
     *
     * @throws io.pq2.exception.InvalidDataException if it exceeds the maximum array length
     */
    int maxCompressedLength(int length);

    /**
     * Compresses one block.
     *
     * @return number of bytes written from {@code dstOffset} on
     * @throws IndexOutOfBoundsException if the source range is not within its array, or {@code dst} has fewer than
     *     {@link #maxCompressedLength} bytes from {@code dstOffset} on
     */
    int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset);

    /** Releases the resources of the codec. Closing twice has no effect. */
    @Override
    void close();
}
