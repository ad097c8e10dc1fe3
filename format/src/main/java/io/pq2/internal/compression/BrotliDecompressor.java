package io.pq2.internal.compression;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.brotli.dec.BrotliInputStream;

/** Decompresses BROTLI, one stream of RFC 7932, with a decoder in Java. */
final class BrotliDecompressor implements Decompressor {

    private static final int SOME = 1 << 16;

    @Override
    public void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Blocks.checkDecompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        if (srcLength == 0 && dstLength == 0) {
            return;
        }
        int length = 0;
        try (BrotliInputStream stream = new BrotliInputStream(new ByteArrayInputStream(src, srcOffset, srcLength))) {
            while (length < dstLength) {
                int count = stream.read(dst, dstOffset + length, dstLength - length);
                if (count < 0) {
                    throw Blocks.wrongLength("BROTLI", dstLength, String.valueOf(length));
                }
                length += count;
            }
            if (stream.read() >= 0) {
                throw Blocks.wrongLength("BROTLI", dstLength, "more");
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            // The decoder throws IndexOutOfBoundsException for some malformed streams.
            throw Blocks.malformed("BROTLI", e);
        }
    }

    @Override
    public void justify(byte[] src, int srcOffset, int srcLength, int length) {
        byte[] some = new byte[SOME];
        int least = Blocks.justified(length);
        int found = 0;
        try (BrotliInputStream stream = new BrotliInputStream(new ByteArrayInputStream(src, srcOffset, srcLength))) {
            for (int count = 0; count >= 0 && found < least; found += Math.max(0, count)) {
                count = stream.read(some, 0, SOME);
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            throw Blocks.malformed("BROTLI", e);
        }
        Blocks.justify("BROTLI", found, length);
    }

    @Override
    public void close() {}
}
