package io.pq2.internal.encoding.scatter;

import io.pq2.internal.io.SmallCopy;
import java.util.Arrays;
import java.util.Objects;

/** Scatters values of a fixed number of bytes in place; the package comment describes the method. */
public final class FixedBinaryScatter {

    private FixedBinaryScatter() {}

    /**
     * Moves the values at {@code [from, from + present)} to the slots of {@code [from, to)} whose validity bits are
     * set, in the same order. Slots of nulls become zeros. Slot {@code i} begins at the byte
     * {@code offset + i * width}.
     *
     * @param width the bytes of a value
     * @param validity bit {@code i} belongs to slot {@code i}
     * @param present the number of validity bits that are set in {@code [from, to)}
     */
    public static void scatter(byte[] values, int offset, int width, long[] validity, int from, int to, int present) {
        Objects.checkFromIndexSize(
                (long) offset + (long) from * width, (long) (to - from) * width, (long) values.length);
        int source = from + present;
        int end = to;
        while (end > from && source < end) {
            int start = Math.max(from, end - 1 & -64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            source -= count;
            if (count == end - start) {
                System.arraycopy(values, offset + source * width, values, offset + start * width, count * width);
            } else if (count == 0) {
                Arrays.fill(values, offset + start * width, offset + end * width, (byte) 0);
            } else {
                scatterWord(values, offset, width, word >>> start, source + count, start, end - start);
            }
            end = start;
        }
    }

    private static void scatterWord(
            byte[] values, int offset, int width, long word, int sourceEnd, int start, int length) {
        if (sourceEnd <= start) {
            scatterApart(values, offset, width, word, sourceEnd, start, length);
            return;
        }
        int source = sourceEnd;
        for (int i = length - 1; i >= 0; i--) {
            int slot = offset + (start + i) * width;
            if ((word >>> i & 1) != 0) {
                source--;
                SmallCopy.copy(values, offset + source * width, values, slot, width);
            } else {
                Arrays.fill(values, slot, slot + width, (byte) 0);
            }
        }
    }

    /** Scatters values whose bytes are before the first slot of the word, so that all slots can be cleared at once. */
    private static void scatterApart(
            byte[] values, int offset, int width, long word, int sourceEnd, int start, int length) {
        int first = offset + start * width;
        Arrays.fill(values, first, first + length * width, (byte) 0);
        int source = offset + (sourceEnd - Long.bitCount(word)) * width;
        for (long left = word; left != 0; left &= left - 1) {
            SmallCopy.copy(values, source, values, first + Long.numberOfTrailingZeros(left) * width, width);
            source += width;
        }
    }
}
