package io.pq2.internal.compression;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.xerial.snappy.Snappy;

/** Compresses SNAPPY in the raw block format. */
final class SnappyCompressor implements Compressor {

    @Override
    public int maxCompressedLength(int length) {
        // The bound of snappy::MaxCompressedLength.
        return Blocks.maxLength("SNAPPY", length, 32L + length + length / 6);
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset) {
        Blocks.checkCompress(src, srcOffset, srcLength, dst, dstOffset, maxCompressedLength(srcLength));
        try {
            return Snappy.compress(src, srcOffset, srcLength, dst, dstOffset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {}
}
