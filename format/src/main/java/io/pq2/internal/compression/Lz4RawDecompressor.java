package io.pq2.internal.compression;

import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** Decompresses LZ4_RAW: the LZ4 block format without framing. */
final class Lz4RawDecompressor implements Decompressor {

    private final LZ4SafeDecompressor decompressor =
            LZ4Factory.fastestInstance().safeDecompressor();

    @Override
    public void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Blocks.checkDecompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        if (srcLength == 0 && dstLength == 0) {
            return;
        }
        int length;
        try {
            length = decompressor.decompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        } catch (LZ4Exception e) {
            throw Blocks.malformed("LZ4_RAW", e);
        }
        if (length != dstLength) {
            throw Blocks.wrongLength("LZ4_RAW", dstLength, String.valueOf(length));
        }
    }

    @Override
    public void justify(byte[] src, int srcOffset, int srcLength, int length) {
        int least = Blocks.justified(length);
        Blocks.justify("LZ4_RAW", Lz4Block.length(src, srcOffset, srcLength, 0, least), length);
    }

    @Override
    public void close() {}
}
