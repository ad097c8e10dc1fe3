package io.pq2.internal.encoding.bitpack;

import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;

/**
 * Unpacks any part of a bit-packed run, least significant bit first, to ints.
 *
 * <p>The kernel of {@link UnpackKernels} unpacks whole blocks of 32 values that begin at a byte. The values before the
 * first byte boundary and after the last block are unpacked in groups of eight or one by one.
 */
public final class PackedInts {

    /** The number of values that are unpacked at once. */
    public static final int BLOCK = 32;

    private static final int GROUP = 8;

    private PackedInts() {}

    /**
     * Unpacks {@code count} values into {@code dst}. The caller ensures that {@code src} contains them.
     *
     * @param start the index in {@code src} of the run's first byte
     * @param index the index in the run of the first value to unpack
     * @param width the number of bits of a value, 0 to 32
     */
    public static void unpack(byte[] src, int start, int index, int width, int[] dst, int offset, int count) {
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
            UnpackKernels.current().unpack(src, byteOf(start, index + head, width), width, dst, offset + head, blocks);
        }
        int done = head + blocks * BLOCK;
        if (width <= Byte.SIZE) {
            done += unpackGroups(src, byteOf(start, index + done, width), width, dst, offset + done, count - done);
        }
        if (done < count) {
            unpackSingly(src, start, index + done, width, dst, offset + done, count - done);
        }
    }

    /**
     * Unpacks {@link #BLOCK} values from {@code index} on; some of them may be after the end of the run.
     *
     * @return false if the block does not begin at a group of 8 values or exceeds the array; then nothing is unpacked
     */
    public static boolean unpackBlock(byte[] src, int start, int index, int width, int[] dst, int offset) {
        if (width == 0 || (index & GROUP - 1) != 0) {
            return false;
        }
        int from = byteOf(start, index, width);
        if (src.length - from < BLOCK / Byte.SIZE * width) {
            return false;
        }
        BitUnpack.unpack(src, from, width, dst, offset, 1);
        return true;
    }

    /**
     * Unpacks whole groups of eight values with widths that fit a group into one word. Returns the number of unpacked
     * values.
     */
    private static int unpackGroups(byte[] src, int from, int width, int[] dst, int offset, int count) {
        int mask = (1 << width) - 1;
        int in = from;
        int done = 0;
        for (; done <= count - GROUP; done += GROUP) {
            long word = LittleEndian.getLongPadded(src, in);
            int out = offset + done;
            dst[out] = (int) word & mask;
            dst[out + 1] = (int) (word >>> width) & mask;
            dst[out + 2] = (int) (word >>> 2 * width) & mask;
            dst[out + 3] = (int) (word >>> 3 * width) & mask;
            dst[out + 4] = (int) (word >>> 4 * width) & mask;
            dst[out + 5] = (int) (word >>> 5 * width) & mask;
            dst[out + 6] = (int) (word >>> 6 * width) & mask;
            dst[out + 7] = (int) (word >>> 7 * width) & mask;
            in += width;
        }
        return done;
    }

    private static void unpackSingly(byte[] src, int start, int index, int width, int[] dst, int offset, int count) {
        long mask = -1L >>> -width;
        long bit = (long) index * width;
        int lastByte = byteOf(start, index + count - 1, width);
        if (lastByte <= src.length - Long.BYTES) {
            for (int i = 0; i < count; i++) {
                dst[offset + i] = (int) (LittleEndian.getLong(src, start + (int) (bit >>> 3)) >>> (bit & 7) & mask);
                bit += width;
            }
        } else {
            for (int i = 0; i < count; i++) {
                dst[offset + i] =
                        (int) (LittleEndian.getLongPadded(src, start + (int) (bit >>> 3)) >>> (bit & 7) & mask);
                bit += width;
            }
        }
    }

    private static int byteOf(int start, int index, int width) {
        return start + (int) ((long) index * width >>> 3);
    }
}
