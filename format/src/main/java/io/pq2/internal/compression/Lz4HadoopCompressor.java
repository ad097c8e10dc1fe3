package io.pq2.internal.compression;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * Compresses LZ4 in {@link HadoopFraming}. Groups have the size of Hadoop's groups and one block each: Hadoop's
 * decompressor has a buffer of this size, and Arrow expects one block.
 */
final class Lz4HadoopCompressor implements Compressor {

    /** Maximum input of a block of Hadoop's Lz4Codec: its buffer of 256 KiB minus the overhead that LZ4 may add. */
    private static final int MAX_GROUP = (1 << 18) - ((1 << 18) / 255 + 16);

    private static final int SIZES = 2 * Integer.BYTES;

    private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();

    @Override
    public int maxCompressedLength(int length) {
        long groups = length / MAX_GROUP;
        long whole = groups * (SIZES + Lz4RawCompressor.maxBlockLength(MAX_GROUP));
        return Blocks.maxLength(
                "LZ4", length, whole + SIZES + Lz4RawCompressor.maxBlockLength((int) (length - groups * MAX_GROUP)));
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset) {
        int limit = dstOffset + maxCompressedLength(srcLength);
        Blocks.checkCompress(src, srcOffset, srcLength, dst, dstOffset, limit - dstOffset);
        int out = dstOffset;
        int in = srcOffset;
        while (in < srcOffset + srcLength) {
            int size = Math.min(MAX_GROUP, srcOffset + srcLength - in);
            int block = out + SIZES;
            int compressed = compressor.compress(src, in, size, dst, block, limit - block);
            HadoopFraming.putBigEndianInt(dst, out, size);
            HadoopFraming.putBigEndianInt(dst, out + Integer.BYTES, compressed);
            in += size;
            out = block + compressed;
        }
        if (srcLength == 0) {
            // Like Hadoop. Other readers reject an empty block.
            HadoopFraming.putBigEndianInt(dst, out, 0);
            out += Integer.BYTES;
        }
        return out - dstOffset;
    }

    @Override
    public void close() {}
}
