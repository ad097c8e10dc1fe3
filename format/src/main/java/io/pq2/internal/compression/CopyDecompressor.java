package io.pq2.internal.compression;

/** Copies pages of the codec UNCOMPRESSED. */
final class CopyDecompressor implements Decompressor {

    @Override
    public void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Blocks.checkDecompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        if (srcLength != dstLength) {
            throw Blocks.wrongLength("UNCOMPRESSED", dstLength, String.valueOf(srcLength));
        }
        System.arraycopy(src, srcOffset, dst, dstOffset, dstLength);
    }

    @Override
    public void justify(byte[] src, int srcOffset, int srcLength, int length) {
        Blocks.justify("UNCOMPRESSED", srcLength, length);
    }

    @Override
    public void close() {}
}
