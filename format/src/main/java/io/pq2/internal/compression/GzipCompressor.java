package io.pq2.internal.compression;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.io.LittleEndian;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Compresses GZIP: one member per block, without name and time. */
final class GzipCompressor implements Compressor {

    static final int DEFAULT_LEVEL = 6;

    private static final byte OS_UNKNOWN = (byte) 0xFF;
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, OS_UNKNOWN};

    private final Deflater deflater;
    private final CRC32 crc = new CRC32();

    GzipCompressor(int level) {
        if (level < Deflater.NO_COMPRESSION || level > Deflater.BEST_COMPRESSION) {
            throw new InvalidDataException("GZIP level " + level + ", expected 0 to 9");
        }
        deflater = new Deflater(level, true);
    }

    @Override
    public int maxCompressedLength(int length) {
        // The bound of deflateBound in zlib for all window and memory settings.
        long deflated = length + ((length + 7L) >>> 3) + ((length + 63L) >>> 6) + 5;
        return Blocks.maxLength("GZIP", length, GzipHeader.MIN_LENGTH + deflated + GzipHeader.TRAILER_LENGTH);
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset) {
        int maxLength = maxCompressedLength(srcLength);
        Blocks.checkCompress(src, srcOffset, srcLength, dst, dstOffset, maxLength);
        int limit = dstOffset + maxLength - GzipHeader.TRAILER_LENGTH;
        System.arraycopy(HEADER, 0, dst, dstOffset, HEADER.length);
        int out = dstOffset + HEADER.length;
        deflater.reset();
        deflater.setInput(src, srcOffset, srcLength);
        deflater.finish();
        while (!deflater.finished()) {
            int count = deflater.deflate(dst, out, limit - out);
            if (count == 0) {
                throw new IllegalStateException("deflate wrote more than the maximum of " + maxLength + " bytes");
            }
            out += count;
        }
        crc.reset();
        crc.update(src, srcOffset, srcLength);
        LittleEndian.putInt(dst, out, (int) crc.getValue());
        LittleEndian.putInt(dst, out + 4, srcLength);
        return out + GzipHeader.TRAILER_LENGTH - dstOffset;
    }

    @Override
    public void close() {
        deflater.end();
    }
}
