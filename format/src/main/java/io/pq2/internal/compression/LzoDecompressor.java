package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;

/**
 * Decompresses LZO: LZO1X in {@link HadoopFraming} (parquet-java with hadoop-lzo). Other writers follow the
 * specification, which has no framing, or write the result of {@code compress} in python-lzo (fastparquet): a byte
 * {@code f0} or {@code f1} and the uncompressed size (4 bytes, big-endian) before the block. As in {@link
 * Lz4Decompressor}, the first format that decodes to the length of the page is used.
 */
final class LzoDecompressor implements Decompressor {

    private static final String CODEC = "LZO";
    private static final int PYTHON_HEADER = 5;
    private static final byte[] NONE = {};

    @Override
    public void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Blocks.checkDecompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        if (srcLength == 0 && dstLength == 0) {
            return;
        }
        CorruptFileException failure = null;
        if (HadoopFraming.mayStart(src, srcOffset, srcLength, dstLength)) {
            try {
                HadoopFraming.decompress(CODEC, Lzo1x::decode, src, srcOffset, srcLength, dst, dstOffset, dstLength);
                return;
            } catch (CorruptFileException e) {
                failure = e;
            }
        }
        if (isPythonHeader(src, srcOffset, srcLength, dstLength)) {
            try {
                block(src, srcOffset + PYTHON_HEADER, srcLength - PYTHON_HEADER, dst, dstOffset, dstLength);
                return;
            } catch (CorruptFileException e) {
                failure = e;
            }
        }
        try {
            block(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        } catch (CorruptFileException e) {
            // If the block looked like a framing, it probably is a damaged one.
            throw failure == null ? e : failure;
        }
    }

    private static boolean isPythonHeader(byte[] src, int srcOffset, int srcLength, int dstLength) {
        return srcLength > PYTHON_HEADER
                && (src[srcOffset] == (byte) 0xF0 || src[srcOffset] == (byte) 0xF1)
                && HadoopFraming.bigEndianInt(src, srcOffset + 1) == dstLength;
    }

    private static void block(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        int length = Lzo1x.decode(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        if (length != dstLength) {
            throw Blocks.wrongLength(CODEC, dstLength, String.valueOf(length));
        }
    }

    @Override
    public void justify(byte[] src, int srcOffset, int srcLength, int length) {
        if (HadoopFraming.mayStart(src, srcOffset, srcLength, length)) {
            try {
                HadoopFraming.decompress(CODEC, LzoDecompressor::length, src, srcOffset, srcLength, NONE, 0, length);
                return;
            } catch (CorruptFileException e) {
                // The next format is tried.
            }
        }
        int header = isPythonHeader(src, srcOffset, srcLength, length) ? PYTHON_HEADER : 0;
        Blocks.justify(CODEC, Lzo1x.length(src, srcOffset + header, srcLength - header, length), length);
    }

    /** Returns the decompressed length of a block without writing it. */
    private static int length(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        return Lzo1x.length(src, srcOffset, srcLength, dstLength);
    }

    @Override
    public void close() {}
}
