package io.pq2.internal.compression;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** Compresses LZ4_RAW: the LZ4 block format without framing. */
final class Lz4RawCompressor implements Compressor {

    private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();

    @Override
    public int maxCompressedLength(int length) {
        return Blocks.maxLength("LZ4_RAW", length, maxBlockLength(length));
    }

    /** Returns the bound of LZ4_compressBound. */
    static long maxBlockLength(int length) {
        return 16L + length + length / 255;
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset) {
        int maxLength = maxCompressedLength(srcLength);
        Blocks.checkCompress(src, srcOffset, srcLength, dst, dstOffset, maxLength);
        return compressor.compress(src, srcOffset, srcLength, dst, dstOffset, maxLength);
    }

    @Override
    public void close() {}
}
