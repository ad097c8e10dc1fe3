package io.pq2.internal.compression;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** Decompresses ZSTD: one or more frames. */
final class ZstdDecompressor implements Decompressor {

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();

    @Override
    public void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Blocks.checkDecompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        if (srcLength == 0 && dstLength == 0) {
            return;
        }
        int length;
        try {
            length = context.decompressByteArray(dst, dstOffset, dstLength, src, srcOffset, srcLength);
        } catch (ZstdException e) {
            throw Blocks.malformed("ZSTD", e);
        }
        if (length != dstLength) {
            throw Blocks.wrongLength("ZSTD", dstLength, String.valueOf(length));
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
