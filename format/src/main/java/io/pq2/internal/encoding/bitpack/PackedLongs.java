package io.pq2.internal.encoding.bitpack;

import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;

/**
 * Unpacks any part of a bit-packed run with up to 64 bits for each value, least significant bit first, to longs or to
 * their low 32 bits. Packs blocks of 32 values. {@link PackedInts} unpacks values that fit an int.
 */
public final class PackedLongs {

    private static final int BLOCK = 32;
    private static final int GROUP = 8;

    private PackedLongs() {}

    /**
     * Unpacks {@code count} values into {@code dst}. The caller ensures that {@code src} contains them.
     *
     * @param start the index in {@code src} of the run's first byte
     * @param index the index in the run of the first value to unpack
     * @param width the number of bits of a value, 0 to 64
     */
    public static void unpack(byte[] src, int start, int index, int width, long[] dst, int offset, int count) {
        if (width == 0) {
            Arrays.fill(dst, offset, offset + count, 0);
            return;
        }
        int head = Math.min(-index & GROUP - 1, count);
        if (head > 0) {
            unpackSingly(src, start, index, width, dst, offset, head);
        }
        int blocks = (count - head) / BLOCK;
        if (blocks > 0) {
            int from = start + (int) ((long) (index + head) * width >>> 3);
            BitUnpackLongs.unpack(src, from, width, dst, offset + head, blocks);
        }
        int done = head + blocks * BLOCK;
        if (done < count) {
            unpackSingly(src, start, index + done, width, dst, offset + done, count - done);
        }
    }

    private static void unpackSingly(byte[] src, int start, int index, int width, long[] dst, int offset, int count) {
        long mask = -1L >>> -width;
        long bit = (long) index * width;
        for (int i = offset; i < offset + count; i++) {
            int at = start + (int) (bit >>> 3);
            int shift = (int) (bit & 7);
            long value = LittleEndian.getLongPadded(src, at) >>> shift;
            if (shift + width > Long.SIZE) {
                value |= (long) src[at + Long.BYTES] << Long.SIZE - shift;
            }
            dst[i] = value & mask;
            bit += width;
        }
    }

    /** Unpacks the low 32 bits of {@code count} values of 33 to 64 bits. */
    public static void unpackLow(byte[] src, int start, int index, int width, int[] dst, int offset, int count) {
        long bit = (long) index * width;
        for (int i = offset; i < offset + count; i++) {
            dst[i] = (int) (LittleEndian.getLongPadded(src, start + (int) (bit >>> 3)) >>> (bit & 7));
            bit += width;
        }
    }

    /** Packs 32 values of at most {@code width} bits, 1 to 64, into {@code 4 * width} bytes. */
    public static void pack(long[] src, int offset, int width, byte[] dst, int dstOffset) {
        long word = 0;
        int filled = 0;
        int at = dstOffset;
        for (int i = offset; i < offset + BLOCK; i++) {
            long value = src[i];
            word |= value << filled;
            filled += width;
            if (filled >= Long.SIZE) {
                LittleEndian.putLong(dst, at, word);
                at += Long.BYTES;
                filled -= Long.SIZE;
                word = filled == 0 ? 0 : value >>> width - filled;
            }
        }
        if (filled > 0) {
            LittleEndian.putInt(dst, at, (int) word);
        }
    }
}
