package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/** Decompresses SNAPPY in the raw block format: a ULEB128 length, then literals and copies. */
final class SnappyDecompressor implements Decompressor {

    @Override
    public void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Blocks.checkDecompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        if (srcLength == 0 && dstLength == 0) {
            return;
        }
        try {
            // The native code writes as many bytes as the block claims to have, so check that length first.
            int length = Snappy.uncompressedLength(src, srcOffset, srcLength);
            if (length != dstLength) {
                throw Blocks.wrongLength("SNAPPY", dstLength, String.valueOf(length));
            }
            if (length != 0) {
                Snappy.uncompress(src, srcOffset, srcLength, dst, dstOffset);
            }
        } catch (IOException e) {
            throw Blocks.malformed("SNAPPY", e);
        }
    }

    @Override
    public void justify(byte[] src, int srcOffset, int srcLength, int length) {
        try {
            if (!Snappy.isValidCompressedBuffer(src, srcOffset, srcLength)) {
                throw new CorruptFileException("SNAPPY block is malformed");
            }
            Blocks.justify("SNAPPY", Snappy.uncompressedLength(src, srcOffset, srcLength), length);
        } catch (IOException e) {
            throw Blocks.malformed("SNAPPY", e);
        }
    }

    @Override
    public void close() {}
}
