package io.pq2.internal.compression;

/**
 * Decompresses blocks of one codec. It reuses buffers and contexts of the codec between pages. Not thread-safe. Its
 * creator closes it.
 */
public sealed interface Decompressor extends AutoCloseable
        permits BrotliDecompressor,
                CopyDecompressor,
                GzipDecompressor,
                Lz4Decompressor,
                Lz4RawDecompressor,
                LzoDecompressor,
                SnappyDecompressor,
                ZstdDecompressor {

    /**
     * Decompresses one block to exactly {@code dstLength} bytes. Bytes of {@code dst} outside the range are never
     * written. In every codec an empty source decompresses to no bytes.
     *
     * @throws io.pq2.exception.CorruptFileException if the block is malformed or has another length; the range of
     *     {@code dst} is then undefined
     * @throws IndexOutOfBoundsException if a range is not within its array
     */
    void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength);

    /**
     * Checks that the size that a page header claims is real, without an array of that size: that the block has at
     * least a quarter of {@code length} bytes.
     *
     * @param length the claimed size of the decompressed block in bytes
     * @throws io.pq2.exception.CorruptFileException if the block is malformed or shorter
     */
    void justify(byte[] src, int srcOffset, int srcLength, int length);

    /** Releases the resources of the codec. Closing twice has no effect. */
    @Override
    void close();
}
