package io.pq2.internal.compression;

/**
 * Undoes one codec. Holds what the codec can reuse from one page to the next; used by one thread at a time and closed by whoever
 * asked for it.
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
     * Decompresses one block, which must yield {@code dstLength} bytes, neither more nor less. Nothing outside that range of
     * {@code dst} is written, whatever the block says. An empty block stands for no bytes in every codec.
     *
     * @throws io.pq2.exception.CorruptFileException if the block is not of this codec or is of another length; {@code dst} then holds
     *     anything in its range
     * @throws IndexOutOfBoundsException if a range lies outside its array
     */
    void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength);

    /** Frees what the codec holds; closing twice does nothing. */
    @Override
    void close();
}
