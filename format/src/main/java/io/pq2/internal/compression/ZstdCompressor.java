package io.pq2.internal.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.pq2.exception.InvalidDataException;

/** Compresses ZSTD: one frame per block, with its content size and without a checksum (pages have checksums). */
final class ZstdCompressor implements Compressor {

    static final int DEFAULT_LEVEL = 3;

    private final ZstdCompressCtx context;

    ZstdCompressor(int level) {
        if (level < Zstd.minCompressionLevel() || level > Zstd.maxCompressionLevel()) {
            throw new InvalidDataException("ZSTD level " + level + ", expected " + Zstd.minCompressionLevel() + " to "
                    + Zstd.maxCompressionLevel());
        }
        context = new ZstdCompressCtx();
        context.setLevel(level);
    }

    @Override
    public int maxCompressedLength(int length) {
        return Blocks.maxLength("ZSTD", length, Zstd.compressBound(length));
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset) {
        int maxLength = maxCompressedLength(srcLength);
        Blocks.checkCompress(src, srcOffset, srcLength, dst, dstOffset, maxLength);
        return context.compressByteArray(dst, dstOffset, maxLength, src, srcOffset, srcLength);
    }

    @Override
    public void close() {
        context.close();
    }
}
