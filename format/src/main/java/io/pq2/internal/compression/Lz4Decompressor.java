package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Decompresses LZ4, the deprecated codec. Writers use this name for three formats: {@link HadoopFraming}
 * (parquet-java, later Arrow), {@link Lz4Frame} (Arrow 0.11 to 0.15), and the bare block that is now LZ4_RAW (earlier
 * parquet-cpp, fastparquet). Files do not say which one. The formats are tried in this order, and the first one that
 * decodes to the length of the page is used.
 */
final class Lz4Decompressor implements Decompressor {

    private static final String CODEC = "LZ4";
    private static final byte[] NONE = {};

    private final LZ4SafeDecompressor decompressor =
            LZ4Factory.fastestInstance().safeDecompressor();
    private final Lz4Frame frame = new Lz4Frame();

    @Override
    public void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Blocks.checkDecompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        if (srcLength == 0 && dstLength == 0) {
            return;
        }
        CorruptFileException failure = null;
        if (HadoopFraming.mayStart(src, srcOffset, srcLength, dstLength)) {
            try {
                HadoopFraming.decompress(CODEC, this::block, src, srcOffset, srcLength, dst, dstOffset, dstLength);
                return;
            } catch (CorruptFileException e) {
                failure = e;
            }
        }
        if (Lz4Frame.mayStart(src, srcOffset, srcLength)) {
            try {
                frame.decompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
                return;
            } catch (CorruptFileException e) {
                failure = e;
            }
        }
        try {
            int length = block(src, srcOffset, srcLength, dst, dstOffset, dstLength);
            if (length != dstLength) {
                throw Blocks.wrongLength(CODEC, dstLength, String.valueOf(length));
            }
        } catch (CorruptFileException e) {
            // If the block looked like a framing, it probably is a damaged one.
            throw failure == null ? e : failure;
        }
    }

    private int block(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        try {
            return decompressor.decompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        } catch (LZ4Exception e) {
            throw Blocks.malformed(CODEC, e);
        }
    }

    @Override
    public void justify(byte[] src, int srcOffset, int srcLength, int length) {
        if (HadoopFraming.mayStart(src, srcOffset, srcLength, length)) {
            try {
                HadoopFraming.decompress(CODEC, Lz4Decompressor::length, src, srcOffset, srcLength, NONE, 0, length);
                return;
            } catch (CorruptFileException e) {
                // The next format is tried.
            }
        }
        if (Lz4Frame.mayStart(src, srcOffset, srcLength)) {
            try {
                Blocks.justify(CODEC, frame.length(src, srcOffset, srcLength), length);
                return;
            } catch (CorruptFileException e) {
                // The next format is tried.
            }
        }
        Blocks.justify(CODEC, Lz4Block.length(src, srcOffset, srcLength, 0, Blocks.justified(length)), length);
    }

    /** Returns the decompressed length of a block without writing it. */
    private static int length(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        long length = Lz4Block.length(src, srcOffset, srcLength, 0, dstLength + 1L);
        if (length > dstLength) {
            throw Blocks.wrongLength(CODEC, dstLength, "more");
        }
        return (int) length;
    }

    @Override
    public void close() {}
}
