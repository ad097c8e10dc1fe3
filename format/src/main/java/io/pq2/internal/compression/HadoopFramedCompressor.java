package io.pq2.internal.compression;

/**
 * Compresses in {@link HadoopFraming}. Groups have at most the size of the groups of Hadoop's codec, whose decompressor
 * has a buffer of this size, and one block each, which Arrow expects.
 */
abstract sealed class HadoopFramedCompressor implements Compressor permits Lz4HadoopCompressor, LzoCompressor {

    /** Bytes before a block: the lengths of the group and of the block. */
    private static final int SIZES = 2 * Integer.BYTES;

    private final String codec;
    private final int maxGroup;

    /**
     * @param codec the name for messages
     * @param maxGroup maximum number of bytes of a group before compression
     */
    HadoopFramedCompressor(String codec, int maxGroup) {
        this.codec = codec;
        this.maxGroup = maxGroup;
    }

    /** Returns the maximum number of bytes of the block that compresses as many bytes. */
    abstract long maxBlockLength(int length);

    /**
     * Compresses bytes as a block.
     *
     * @param limit the end of the space for the block, which is enough for {@link #maxBlockLength}
     * @return the number of bytes of the block
     */
    abstract int compressBlock(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int limit);

    @Override
    public final int maxCompressedLength(int length) {
        long groups = length / maxGroup;
        long whole = groups * (SIZES + maxBlockLength(maxGroup));
        long rest = SIZES + maxBlockLength((int) (length - groups * maxGroup));
        return Blocks.maxLength(codec, length, whole + rest);
    }

    @Override
    public final int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset) {
        int limit = dstOffset + maxCompressedLength(srcLength);
        Blocks.checkCompress(src, srcOffset, srcLength, dst, dstOffset, limit - dstOffset);
        int out = dstOffset;
        int in = srcOffset;
        while (in < srcOffset + srcLength) {
            int size = Math.min(maxGroup, srcOffset + srcLength - in);
            int compressed = compressBlock(src, in, size, dst, out + SIZES, limit);
            HadoopFraming.putBigEndianInt(dst, out, size);
            HadoopFraming.putBigEndianInt(dst, out + Integer.BYTES, compressed);
            in += size;
            out += SIZES + compressed;
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
