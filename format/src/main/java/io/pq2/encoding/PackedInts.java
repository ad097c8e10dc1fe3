package io.pq2.encoding;

import java.util.Arrays;

/**
 * Unpacks any stretch of a run of packed values, least significant bit first, to ints.
 *
 * <p>Whole blocks of 32 go through the kernel that {@link UnpackKernels} chose; what stands before the first byte boundary and behind
 * the last block is taken value by value.
 */
final class PackedInts {

    private static final int BLOCK = 32;
    private static final int GROUP = 8;

    private PackedInts() {}

    /**
     * Unpacks {@code count} values to {@code dst}. The caller knows that they lie within {@code src}.
     *
     * @param start the index in {@code src} of the run's first byte
     * @param index which value of the run is the first to unpack
     * @param width bits a value, 0 to 32
     */
    static void unpack(byte[] src, int start, int index, int width, int[] dst, int offset, int count) {
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
        if (done < count) {
            unpackSingly(src, start, index + done, width, dst, offset + done, count - done);
        }
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
