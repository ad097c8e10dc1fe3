package io.pq2.internal.encoding.scatter;

import io.pq2.internal.io.SmallCopy;

/** Compacts values of a fixed number of bytes; the package comment describes the method. */
public final class FixedBinaryCompaction {

    private FixedBinaryCompaction() {}

    /**
     * Copies the values of the slots of {@code [from, to)} whose validity bits are set to {@code dst}, beginning at the
     * byte {@code offset}, in the same order. Slot {@code i} begins at the byte {@code srcOffset + i * width} of
     * {@code src}.
     *
     * @param width the bytes of a value
     * @param validity bit {@code i} belongs to slot {@code i}
     * @param dst another array than {@code src}, with room for {@code to - from} values
     * @return the number of values
     */
    public static int compact(
            byte[] src, int srcOffset, int width, long[] validity, int from, int to, byte[] dst, int offset) {
        int taken = 0;
        int start = from;
        while (start < to) {
            int end = Math.min(to, (start & -64) + 64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            int target = offset + taken * width;
            if (count == end - start) {
                System.arraycopy(src, srcOffset + start * width, dst, target, count * width);
            } else {
                compactWord(src, srcOffset + start * width, width, word >>> start, dst, target);
            }
            taken += count;
            start = end;
        }
        return taken;
    }

    private static void compactWord(byte[] src, int srcOffset, int width, long word, byte[] dst, int offset) {
        int target = offset;
        for (long left = word; left != 0; left &= left - 1) {
            SmallCopy.copy(src, srcOffset + Long.numberOfTrailingZeros(left) * width, dst, target, width);
            target += width;
        }
    }
}
