package io.pq2.internal.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** Decompresses ZSTD: one or more frames. */
final class ZstdDecompressor implements Decompressor {

    /** The size of the array that {@link #justify} tries first, in bytes. */
    private static final int FIRST_TRY = 1 << 18;

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
    public void justify(byte[] src, int srcOffset, int srcLength, int length) {
        // A frame fills the array that it does not fit into, so each array is justified by the one before.
        int least = Blocks.justified(length);
        for (int capacity = FIRST_TRY; ; capacity = (int) Math.min(least, 4L * capacity)) {
            try {
                Blocks.justify(
                        "ZSTD",
                        context.decompressByteArray(new byte[capacity], 0, capacity, src, srcOffset, srcLength),
                        length);
                return;
            } catch (ZstdException e) {
                if (e.getErrorCode() != Zstd.errDstSizeTooSmall()) {
                    throw Blocks.malformed("ZSTD", e);
                }
                if (capacity >= least) {
                    return;
                }
            }
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
