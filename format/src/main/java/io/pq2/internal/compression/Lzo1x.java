package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes LZO1X, the algorithm of the LZO library that Hadoop uses. An instruction is a byte and its operands:
 *
 * <pre>
 * 0000llll                        literals, 3 + l, l = 0: long; after a match with literals, instead:
 * 0000ddtt D                      match of 2 bytes, distance 1 + d + 4 D;
 *                                 after a run of literals 3 bytes, distance 2049 + d + 4 D
 * 0001dlll dddddddd ddddddtt      match of 2 + l bytes, l = 0: long, distance 16384 + d; d = 0: the end
 * 001lllll dddddddd ddddddtt      match of 2 + l bytes, l = 0: long, distance 1 + d (lower six bits of d first)
 * 01ldddtt D / 1llddd tt D        match of 1 + the upper three bits, distance 1 + d + 8 D
 * </pre>
 *
 * <p>A match is followed by t literals. A long l is its maximum value, plus 255 for each zero byte that follows, plus
 * the first other byte. If the first byte of a block is greater than 17, it is a run of that many minus 17 literals.
 */
final class Lzo1x {

    /** State after a run of at least 4 literals. States 0 to 3 are the number of literals after a match. */
    private static final int AFTER_RUN = 4;

    private static final int NEAR = 0x800;
    private static final int FAR = 0x4000;

    private final byte[] src;
    private final int srcLimit;
    /** Absent if the block is only measured. */
    private final byte @Nullable [] dst;

    private final int dstLimit;
    private int in;
    private int out;

    private Lzo1x(byte[] src, int srcOffset, int srcLength, byte @Nullable [] dst, int dstOffset, int dstLength) {
        this.src = src;
        this.in = srcOffset;
        this.srcLimit = srcOffset + srcLength;
        this.dst = dst;
        this.out = dstOffset;
        this.dstLimit = dstOffset + dstLength;
    }

    /**
     * Decodes a block with its end marker to at most {@code dstLength} bytes.
     *
     * @return number of bytes written
     * @throws CorruptFileException if the block is malformed or has more bytes
     */
    static int decode(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        return new Lzo1x(src, srcOffset, srcLength, dst, dstOffset, dstLength).run();
    }

    /**
     * Returns the decompressed length of a block in bytes, without writing it.
     *
     * @throws CorruptFileException if the block is malformed or has more than {@code most} bytes
     */
    static int length(byte[] src, int srcOffset, int srcLength, int most) {
        return new Lzo1x(src, srcOffset, srcLength, null, 0, most).run();
    }

    private int run() {
        int start = out;
        int state = 0;
        if (in < srcLimit && (src[in] & 0xFF) > 17) {
            int literals = next() - 17;
            copyLiterals(literals);
            state = Math.min(literals, AFTER_RUN);
        }
        while (true) {
            int instruction = next();
            int distance;
            int length;
            if (instruction >= 64) {
                length = (instruction >>> 5) + 1;
                distance = 1 + (instruction >>> 2 & 7) + (next() << 3);
                state = instruction & 3;
            } else if (instruction >= 16) {
                boolean far = instruction < 32;
                int mask = far ? 7 : 31;
                length = 2 + ((instruction & mask) != 0 ? instruction & mask : longLength(mask));
                int tail = next() | next() << 8;
                distance = (tail >>> 2) + (far ? (instruction & 8) << 11 : 1);
                if (far && distance == 0) {
                    return end(start, length);
                }
                distance += far ? FAR : 0;
                state = tail & 3;
            } else if (state == 0) {
                copyLiterals(3 + (instruction != 0 ? instruction : longLength(15)));
                state = AFTER_RUN;
                continue;
            } else {
                boolean afterRun = state == AFTER_RUN;
                length = afterRun ? 3 : 2;
                distance = 1 + (afterRun ? NEAR : 0) + (instruction >>> 2) + (next() << 2);
                state = instruction & 3;
            }
            out = copyBack(start, distance, length);
            copyLiterals(state);
        }
    }

    private int copyBack(int start, int distance, int length) {
        if (dst != null) {
            return Blocks.copyBack("LZO", dst, start, out, dstLimit, distance, length);
        }
        if (distance > out - start || length > dstLimit - out) {
            throw new CorruptFileException("LZO block: a copy of " + length + " bytes with distance " + distance);
        }
        return out + length;
    }

    private int end(int start, int length) {
        if (length != 3 || in != srcLimit) {
            throw new CorruptFileException("LZO block: an end marker before " + (srcLimit - in) + " more bytes");
        }
        return out - start;
    }

    private int next() {
        if (in >= srcLimit) {
            throw new CorruptFileException("LZO block: the compressed bytes end before the end marker");
        }
        return src[in++] & 0xFF;
    }

    private int longLength(int max) {
        long length = max;
        int last = next();
        while (last == 0) {
            length += 255;
            last = next();
        }
        length += last;
        if (length > dstLimit - out) {
            throw new CorruptFileException(
                    "LZO block: length " + length + ", but " + (dstLimit - out) + " more bytes are expected");
        }
        return (int) length;
    }

    private void copyLiterals(int length) {
        if (length > srcLimit - in || length > dstLimit - out) {
            throw new CorruptFileException("LZO block: " + length + " literals, but " + (srcLimit - in)
                    + " compressed bytes remain and " + (dstLimit - out) + " decompressed bytes are expected");
        }
        if (dst != null) {
            System.arraycopy(src, in, dst, out, length);
        }
        in += length;
        out += length;
    }
}
