package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.LittleEndian;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses GZIP: one or more members, each with header, deflated data and trailer. Zeros after a member are
 * ignored, as in gzip.
 */
final class GzipDecompressor implements Decompressor {

    private static final int SOME = 1 << 16;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] overflow = new byte[1];

    @Override
    public void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Blocks.checkDecompress(src, srcOffset, srcLength, dst, dstOffset, dstLength);
        int limit = srcOffset + srcLength;
        int dstLimit = dstOffset + dstLength;
        int in = srcOffset;
        int out = dstOffset;
        while (in < limit && !(out == dstLimit && isPadding(src, in, limit))) {
            in = GzipHeader.skip(src, in, limit);
            inflater.reset();
            inflater.setInput(src, in, limit - in);
            int end = inflate(dst, out, dstLimit, dstLength);
            in = limit - inflater.getRemaining();
            in = checkTrailer(src, in, limit, dst, out, end);
            out = end;
        }
        if (out != dstLimit) {
            throw Blocks.wrongLength("GZIP", dstLength, String.valueOf(out - dstOffset));
        }
    }

    private static boolean isPadding(byte[] src, int start, int limit) {
        for (int i = start; i < limit; i++) {
            if (src[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private int inflate(byte[] dst, int offset, int limit, int dstLength) {
        int out = offset;
        try {
            while (!inflater.finished()) {
                // When the output is full, the end of the stream may be unread, and zlib needs an output byte to read
                // it.
                boolean full = out == limit;
                int count = full ? inflater.inflate(overflow, 0, 1) : inflater.inflate(dst, out, limit - out);
                if (full && count > 0) {
                    throw Blocks.wrongLength("GZIP", dstLength, "more");
                }
                if (count == 0 && !inflater.finished()) {
                    throw inflater.needsDictionary()
                            ? new CorruptFileException("GZIP block: the deflated data requires a preset dictionary")
                            : GzipHeader.truncated();
                }
                out += count;
            }
        } catch (DataFormatException e) {
            throw Blocks.malformed("GZIP", e);
        }
        return out;
    }

    private int checkTrailer(byte[] src, int offset, int limit, byte[] dst, int dstStart, int dstEnd) {
        if (limit - offset < GzipHeader.TRAILER_LENGTH) {
            throw GzipHeader.truncated();
        }
        crc.reset();
        crc.update(dst, dstStart, dstEnd - dstStart);
        int foundCrc = LittleEndian.getInt(src, offset);
        if (foundCrc != (int) crc.getValue()) {
            throw new CorruptFileException(String.format(
                    "GZIP block: expected CRC32 %08x, found data with %08x", foundCrc, (int) crc.getValue()));
        }
        int foundLength = LittleEndian.getInt(src, offset + 4);
        if (foundLength != dstEnd - dstStart) {
            throw new CorruptFileException("GZIP block: expected ISIZE " + Integer.toUnsignedString(foundLength)
                    + ", found " + (dstEnd - dstStart) + " bytes");
        }
        return offset + GzipHeader.TRAILER_LENGTH;
    }

    @Override
    public void justify(byte[] src, int srcOffset, int srcLength, int length) {
        byte[] some = new byte[SOME];
        int limit = srcOffset + srcLength;
        int least = Blocks.justified(length);
        long found = 0;
        int in = srcOffset;
        try {
            while (found < least && in < limit && !isPadding(src, in, limit)) {
                in = GzipHeader.skip(src, in, limit);
                inflater.reset();
                inflater.setInput(src, in, limit - in);
                int count = 1;
                while (found < least && count > 0) {
                    count = inflater.inflate(some);
                    found += count;
                }
                in = Math.min(limit, limit - inflater.getRemaining() + GzipHeader.TRAILER_LENGTH);
            }
        } catch (DataFormatException e) {
            throw Blocks.malformed("GZIP", e);
        }
        Blocks.justify("GZIP", found, length);
    }

    @Override
    public void close() {
        inflater.end();
    }
}
