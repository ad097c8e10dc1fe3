package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.LittleEndian;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Decodes the LZ4 frame format (lz4_Frame_format.md of LZ4), with one or more frames:
 *
 * <pre>
 * frame := 04 22 4d 18, FLG, BD, [content size (8)], [dictionary id (4)], HC,
 *          block*, 00 00 00 00, [content checksum (4)]
 * block := size (4, little-endian; the highest bit: stored), that many bytes, [block checksum (4)]
 * </pre>
 *
 * <p>HC is the second byte of the XXH32 of the bytes between the magic number and HC. Blocks may copy bytes of previous
 * blocks, which lz4-java does not support.
 */
final class Lz4Frame {

    private static final int MAGIC = 0x184D2204;
    /** Length of magic, FLG, BD and HC. */
    private static final int MIN_HEADER = 7;

    private static final int DICTIONARY_ID = 1;
    private static final int CONTENT_CHECKSUM = 4;
    private static final int CONTENT_SIZE = 8;
    private static final int BLOCK_CHECKSUM = 16;
    private static final int INDEPENDENT = 32;

    private final XXHash32 hash = XXHashFactory.fastestInstance().hash32();

    static boolean mayStart(byte[] src, int srcOffset, int srcLength) {
        return srcLength >= MIN_HEADER && LittleEndian.getInt(src, srcOffset) == MAGIC;
    }

    void decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        int in = srcOffset;
        int limit = srcOffset + srcLength;
        int out = dstOffset;
        int dstLimit = dstOffset + dstLength;
        while (in < limit) {
            if (!mayStart(src, in, limit - in)) {
                throw corrupt("expected the magic number of a frame");
            }
            int flags = src[in + 4];
            int frameStart = out;
            in = skipHeader(src, in, limit, flags);
            while (true) {
                int size = checkedInt(src, in, limit);
                in += Integer.BYTES;
                if (size == 0) {
                    break;
                }
                boolean stored = size < 0;
                int length = size & Integer.MAX_VALUE;
                if (length > limit - in) {
                    throw corrupt("a block of " + length + " bytes, but " + (limit - in) + " remain");
                }
                int start = out;
                out = stored
                        ? copy(src, in, length, dst, out, dstLimit)
                        : Lz4Block.decode(
                                src, in, length, dst, (flags & INDEPENDENT) != 0 ? start : frameStart, out, dstLimit);
                if ((flags & BLOCK_CHECKSUM) != 0) {
                    check("block checksum", hash.hash(src, in, length, 0), checkedInt(src, in + length, limit));
                    in += Integer.BYTES;
                }
                in += length;
            }
            if ((flags & CONTENT_CHECKSUM) != 0) {
                check("content checksum", hash.hash(dst, frameStart, out - frameStart, 0), checkedInt(src, in, limit));
                in += Integer.BYTES;
            }
        }
        if (out != dstLimit) {
            throw Blocks.wrongLength("LZ4", dstLength, String.valueOf(out - dstOffset));
        }
    }

    /**
     * Returns the sum of the lengths of all blocks, without writing them and without verifying checksums.
     *
     * @throws CorruptFileException if a frame is malformed
     */
    long length(byte[] src, int srcOffset, int srcLength) {
        int in = srcOffset;
        int limit = srcOffset + srcLength;
        long out = 0;
        while (in < limit) {
            if (!mayStart(src, in, limit - in)) {
                throw corrupt("expected the magic number of a frame");
            }
            int flags = src[in + 4];
            in = skipHeader(src, in, limit, flags);
            for (int size = checkedInt(src, in, limit); size != 0; size = checkedInt(src, in, limit)) {
                in += Integer.BYTES;
                int length = size & Integer.MAX_VALUE;
                if (length > limit - in) {
                    throw corrupt("a block of " + length + " bytes, but " + (limit - in) + " remain");
                }
                out += size < 0 ? length : Lz4Block.length(src, in, length, out, Long.MAX_VALUE);
                in += length + ((flags & BLOCK_CHECKSUM) != 0 ? Integer.BYTES : 0);
            }
            in += Integer.BYTES + ((flags & CONTENT_CHECKSUM) != 0 ? Integer.BYTES : 0);
        }
        return out;
    }

    private int skipHeader(byte[] src, int offset, int limit, int flags) {
        if ((flags & 0xC0) != 0x40 || (flags & DICTIONARY_ID) != 0) {
            throw corrupt("FLG is " + (flags & 0xFF) + ", expected version 1 and no dictionary");
        }
        int end = offset + MIN_HEADER - 1 + ((flags & CONTENT_SIZE) != 0 ? Long.BYTES : 0);
        if (end >= limit) {
            throw truncated();
        }
        int descriptor = offset + Integer.BYTES;
        check("header checksum", hash.hash(src, descriptor, end - descriptor, 0) >>> 8 & 0xFF, src[end] & 0xFF);
        return end + 1;
    }

    private static int copy(byte[] src, int in, int length, byte[] dst, int out, int dstLimit) {
        if (length > dstLimit - out) {
            throw corrupt("a stored block of " + length + " bytes, but " + (dstLimit - out) + " more are expected");
        }
        System.arraycopy(src, in, dst, out, length);
        return out + length;
    }

    private static void check(String what, int computed, int found) {
        if (computed != found) {
            throw corrupt(String.format("%s: expected %08x, found data with %08x", what, found, computed));
        }
    }

    private static int checkedInt(byte[] src, int offset, int limit) {
        if (limit - offset < Integer.BYTES) {
            throw truncated();
        }
        return LittleEndian.getInt(src, offset);
    }

    private static CorruptFileException truncated() {
        return corrupt("the compressed bytes end within a frame");
    }

    private static CorruptFileException corrupt(String what) {
        return new CorruptFileException("LZ4 block: " + what);
    }
}
