package io.pq2.internal.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Encodes LZO1X, whose instructions {@link Lzo1x} lists. It takes the most recent occurrence of the next four bytes as
 * a match, if there is one within the largest distance.
 *
 * <p>Up to three literals after a match are counted in the match's instruction, and more of them in an instruction of
 * their own.
 */
final class Lzo1xEncoder {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int HASH_BITS = 14;
    private static final int HASH_FACTOR = 0x9E3779B1;
    private static final int MIN_MATCH = 4;

    /** Without a match, the step to the next position grows by 1 for each {@code 1 << SKIP_SHIFT} bytes. */
    private static final int SKIP_SHIFT = 6;

    private static final int NEAR = 0x800;
    private static final int MAX_NEAR_LENGTH = 8;
    private static final int FAR = 0x4000;
    private static final int MAX_DISTANCE = 2 * FAR + FAR - 1;

    /** The most literals that the first byte of a block can count. */
    private static final int MAX_FIRST_LITERALS = 238;

    private static final int FIRST_LITERALS = 17;
    private static final int MAX_TRAILING_LITERALS = 3;
    private static final byte[] END = {17, 0, 0};

    /** The position after the most recent occurrence of four bytes, by their hash; 0 if there is none. */
    private final int[] table = new int[1 << HASH_BITS];

    private byte[] dst = END;
    private int out;
    private int start;

    /** Returns the largest length of a block: as many bytes as the LZO library reserves. */
    static long maxLength(int length) {
        return length + length / 16 + 64L + 3;
    }

    /**
     * Encodes a block with its end marker.
     *
     * @return the number of bytes written, at most {@link #maxLength}
     */
    int encode(byte[] src, int srcOffset, int srcLength, byte[] target, int targetOffset) {
        Arrays.fill(table, 0);
        dst = target;
        out = targetOffset;
        start = targetOffset;
        int limit = srcOffset + srcLength;
        int literals = srcOffset;
        int in = srcOffset;
        while (in <= limit - MIN_MATCH) {
            int next = (int) INT.get(src, in);
            int hash = hash(next);
            int match = table[hash] - 1;
            table[hash] = in + 1;
            if (match < 0 || in - match > MAX_DISTANCE || (int) INT.get(src, match) != next) {
                in += 1 + (in - literals >>> SKIP_SHIFT);
                continue;
            }
            int end = in + MIN_MATCH;
            while (end < limit && src[end] == src[end - in + match]) {
                end++;
            }
            putLiterals(src, literals, in - literals);
            putMatch(in - match, end - in);
            int last = end - MIN_MATCH / 2;
            if (last <= limit - MIN_MATCH) {
                table[hash((int) INT.get(src, last))] = last + 1;
            }
            in = end;
            literals = end;
        }
        putLiterals(src, literals, limit - literals);
        System.arraycopy(END, 0, dst, out, END.length);
        return out + END.length - targetOffset;
    }

    private static int hash(int next) {
        return next * HASH_FACTOR >>> Integer.SIZE - HASH_BITS;
    }

    private void putLiterals(byte[] src, int offset, int count) {
        if (count == 0) {
            return;
        }
        if (out == start && count <= MAX_FIRST_LITERALS) {
            dst[out++] = (byte) (FIRST_LITERALS + count);
        } else if (out > start && count <= MAX_TRAILING_LITERALS) {
            dst[out - 2] |= (byte) count; // the lowest bits of the second to last byte of a match
        } else {
            putLength(0, 15, count - 3);
        }
        System.arraycopy(src, offset, dst, out, count);
        out += count;
    }

    /** Writes a match without literals after it. */
    private void putMatch(int distance, int length) {
        if (distance <= NEAR && length <= MAX_NEAR_LENGTH) {
            int back = distance - 1;
            dst[out++] = (byte) (length - 1 << 5 | (back & 7) << 2);
            dst[out++] = (byte) (back >>> 3);
        } else if (distance <= FAR) {
            putLength(0x20, 31, length - 2);
            putTail(distance - 1);
        } else {
            putLength(0x10 | (distance - FAR & FAR) >>> 11, 7, length - 2);
            putTail(distance - FAR & FAR - 1);
        }
    }

    /** Writes a distance of 14 bits, above two bits for the number of literals. */
    private void putTail(int distance) {
        dst[out++] = (byte) (distance << 2);
        dst[out++] = (byte) (distance >>> 6);
    }

    /** Writes an instruction and a length, which follows the instruction if it is above the maximum. */
    private void putLength(int instruction, int max, int length) {
        if (length <= max) {
            dst[out++] = (byte) (instruction | length);
            return;
        }
        dst[out++] = (byte) instruction;
        int rest = length - max;
        while (rest > 255) {
            dst[out++] = 0;
            rest -= 255;
        }
        dst[out++] = (byte) rest;
    }
}
