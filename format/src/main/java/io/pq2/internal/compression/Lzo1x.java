package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;

/**
 * LZO1X, the algorithm of the LZO library that Hadoop's codec has: instructions of a byte and what it asks for.
 *
 * <pre>
 * 0000llll                        literals, 3 + l, l = 0: longer; after a match with literals behind it instead:
 * 0000ddtt D                      match of 2 bytes, distance 1 + d + 4 D; and of 3 bytes, distance 2049 + d + 4 D, after a run of literals
 * 0001dlll dddddddd ddddddtt      match of 2 + l bytes, l = 0: longer, distance 16384 + d; d = 0: the end
 * 001lllll dddddddd ddddddtt      match of 2 + l bytes, l = 0: longer, distance 1 + d (the lower six bits of d come first)
 * 01ldddtt D / 1llddd tt D        match of 1 + the upper three bits, distance 1 + d + 8 D
 * </pre>
 *
 * <p>t literals stand behind a match. A longer l is its greatest value, 255 for each zero byte that follows, and the first other
 * byte. The first byte of a block, if it is above 17, is a run of that many less 17 literals.
 */
final class Lzo1x {

    /** After a run of at least four literals; 0 to 3 is the number of literals behind a match. */
    private static final int AFTER_RUN = 4;

    private static final int NEAR = 0x800;
    private static final int FAR = 0x4000;

    private final byte[] src;
    private final int srcLimit;
    private final byte[] dst;
    private final int dstLimit;
    private int in;
    private int out;

    private Lzo1x(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        this.src = src;
        this.in = srcOffset;
        this.srcLimit = srcOffset + srcLength;
        this.dst = dst;
        this.out = dstOffset;
        this.dstLimit = dstOffset + dstLength;
    }

    /**
     * Decodes a block that ends with its end marker and yields at most {@code dstLength} bytes.
     *
     * @return how many there were
     */
    static int decode(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        return new Lzo1x(src, srcOffset, srcLength, dst, dstOffset, dstLength).run();
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
                length = 2 + ((instruction & mask) != 0 ? instruction & mask : longer(mask));
                int tail = next() | next() << 8;
                distance = (tail >>> 2) + (far ? (instruction & 8) << 11 : 1);
                if (far && distance == 0) {
                    return end(start, length);
                }
                distance += far ? FAR : 0;
                state = tail & 3;
            } else if (state == 0) {
                copyLiterals(3 + (instruction != 0 ? instruction : longer(15)));
                state = AFTER_RUN;
                continue;
            } else {
                boolean afterRun = state == AFTER_RUN;
                length = afterRun ? 3 : 2;
                distance = 1 + (afterRun ? NEAR : 0) + (instruction >>> 2) + (next() << 2);
                state = instruction & 3;
            }
            out = Blocks.copyBack("LZO", dst, start, out, dstLimit, distance, length);
            copyLiterals(state);
        }
    }

    private int end(int start, int length) {
        if (length != 3 || in != srcLimit) {
            throw new CorruptFileException("LZO block: an end marker with " + (srcLimit - in) + " bytes behind it");
        }
        return out - start;
    }

    private int next() {
        if (in >= srcLimit) {
            throw new CorruptFileException("LZO block: the compressed bytes end before the end marker");
        }
        return src[in++] & 0xFF;
    }

    private int longer(int most) {
        long length = most;
        int last = next();
        while (last == 0) {
            length += 255;
            last = next();
        }
        length += last;
        if (length > dstLimit - out) {
            throw new CorruptFileException(
                    "LZO block: a length of " + length + " where " + (dstLimit - out) + " more bytes are expected");
        }
        return (int) length;
    }

    private void copyLiterals(int length) {
        if (length > srcLimit - in || length > dstLimit - out) {
            throw new CorruptFileException("LZO block: " + length + " literals where " + (srcLimit - in)
                    + " bytes are left and " + (dstLimit - out) + " are expected");
        }
        System.arraycopy(src, in, dst, out, length);
        in += length;
        out += length;
    }
}
