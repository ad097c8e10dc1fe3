package io.pq2.internal.compression;

/** Copies pages of the codec UNCOMPRESSED. */
final class CopyCompressor implements Compressor {

    @Override
    public int maxCompressedLength(int length) {
        return length;
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset) {
        Blocks.checkCompress(src, srcOffset, srcLength, dst, dstOffset, srcLength);
        System.arraycopy(src, srcOffset, dst, dstOffset, srcLength);
        return srcLength;
    }

    @Override
    public void close() {}
}
