package io.pq2.internal.read.decode;

import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;

/**
 * Compares levels (0 to 127, one byte each) with a threshold, eight levels at a time. Adding {@code 128 - threshold} to
 * each byte of a long sets the top bit of the bytes that are at least the threshold, without a carry into the next
 * byte.
 */
final class LevelBits {

    private static final long ONES = 0x0101010101010101L;
    private static final long TOP_BITS = ONES << 7;
    /** Multiplication by this number gathers the lowest bits of eight bytes in the highest byte. */
    private static final long GATHER = 0x0102040810204080L;

    private LevelBits() {}

    /**
     * Returns one bit per level: whether it is at least {@code threshold}. The first level has the lowest bit.
     *
     * @param from the index of the first level
     * @param count the number of levels, at most 64; the bits after them are 0
     */
    static long mask(byte[] levels, int from, int count, int threshold) {
        long addend = ONES * (128 - threshold);
        long mask = 0;
        int shift = 0;
        for (; shift <= count - Long.BYTES; shift += Long.BYTES) {
            long top = (LittleEndian.getLong(levels, from + shift) + addend & TOP_BITS) >>> 7;
            mask |= (top * GATHER >>> 56) << shift;
        }
        for (; shift < count; shift++) {
            mask |= (levels[from + shift] >= threshold ? 1L : 0L) << shift;
        }
        return mask;
    }

    /**
     * Sets one bit per level: whether it is at least {@code threshold}.
     *
     * @param words takes the bits from bit 0 on; the bits after the last level in its word become 0
     * @return the number of levels that are at least {@code threshold}
     */
    static int atLeast(byte[] levels, int count, int threshold, long[] words) {
        int found = 0;
        for (int i = 0; i < count; i += Long.SIZE) {
            long word = mask(levels, i, Math.min(Long.SIZE, count - i), threshold);
            words[i >>> 6] = word;
            found += Long.bitCount(word);
        }
        return found;
    }

    /**
     * Returns how many of the levels from {@code from} (inclusive) to {@code to} (exclusive) are at least
     * {@code threshold}.
     */
    static int countAtLeast(byte[] levels, int from, int to, int threshold) {
        long addend = ONES * (128 - threshold);
        int found = 0;
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            found += Long.bitCount(LittleEndian.getLong(levels, i) + addend & TOP_BITS);
        }
        for (; i < to; i++) {
            found += levels[i] >= threshold ? 1 : 0;
        }
        return found;
    }

    /**
     * Returns the index of the {@code ordinal}-th zero (counted from 1) at or after {@code from}.
     *
     * @return {@code -1 - n} if there are only {@code n} zeros before {@code to}
     */
    static int indexOfZero(byte[] levels, int from, int to, int ordinal) {
        long addend = ONES * 127;
        int left = ordinal;
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            int zeros = Long.BYTES - Long.bitCount(LittleEndian.getLong(levels, i) + addend & TOP_BITS);
            if (zeros >= left) {
                break;
            }
            left -= zeros;
        }
        for (; i < to; i++) {
            if (levels[i] == 0 && --left == 0) {
                return i;
            }
        }
        return -1 - (ordinal - left);
    }

    /**
     * Copies the levels that are at least {@code slotLevel}.
     *
     * @param target long enough for all levels
     * @return the number of copied levels
     */
    static int compact(byte[] definition, int count, int slotLevel, byte[] target) {
        int found = 0;
        for (int i = 0; i < count; i += Long.SIZE) {
            int length = Math.min(Long.SIZE, count - i);
            found = copy(definition, i, mask(definition, i, length, slotLevel), target, found);
        }
        return found;
    }

    /**
     * Copies the definition levels that are at least {@code slotLevel} with a repetition level of at most
     * {@code repetitionLevel}.
     */
    static int compact(
            byte[] repetition, byte[] definition, int count, int repetitionLevel, int slotLevel, byte[] target) {
        int found = 0;
        for (int i = 0; i < count; i += Long.SIZE) {
            int length = Math.min(Long.SIZE, count - i);
            long slots = mask(definition, i, length, slotLevel) & ~mask(repetition, i, length, repetitionLevel + 1);
            found = copy(definition, i, slots, target, found);
        }
        return found;
    }

    /**
     * Copies the levels of the entries with a repetition level of at most {@code repetitionLevel}.
     *
     * @return the number of copied entries
     */
    static int compactSlots(
            byte[] repetition,
            byte[] definition,
            int count,
            int repetitionLevel,
            byte[] repetitions,
            byte[] definitions) {
        int found = 0;
        for (int i = 0; i < count; i += Long.SIZE) {
            long slots = below(repetition, i, Math.min(Long.SIZE, count - i), repetitionLevel + 1);
            copy(repetition, i, slots, repetitions, found);
            found = copy(definition, i, slots, definitions, found);
        }
        return found;
    }

    /** Returns one bit per level: whether it is below {@code threshold}. Parameters as for {@link #mask}. */
    static long below(byte[] levels, int from, int count, int threshold) {
        return ~mask(levels, from, count, threshold) & -1L >>> Long.SIZE - count;
    }

    /** Whether pairs of levels are equal, or both at least {@code threshold}, which is positive. */
    static boolean equalUpTo(byte[] one, int oneFrom, byte[] other, int otherFrom, int count, int threshold) {
        int i = Arrays.mismatch(one, oneFrom, oneFrom + count, other, otherFrom, otherFrom + count);
        if (i < 0) {
            return true;
        }
        long addend = ONES * (128 - threshold);
        long wrong = 0;
        for (; i <= count - Long.BYTES; i += Long.BYTES) {
            long a = LittleEndian.getLong(one, oneFrom + i);
            long b = LittleEndian.getLong(other, otherFrom + i);
            long different = (a ^ b) + ~TOP_BITS;
            wrong |= different & ~(a + addend & b + addend) & TOP_BITS;
        }
        for (; i < count; i++) {
            int a = one[oneFrom + i];
            int b = other[otherFrom + i];
            wrong |= a == b || Math.min(a, b) >= threshold ? 0 : 1;
        }
        return wrong == 0;
    }

    private static int copy(byte[] levels, int from, long mask, byte[] target, int offset) {
        if (mask == -1L) {
            System.arraycopy(levels, from, target, offset, Long.SIZE);
            return offset + Long.SIZE;
        }
        int to = offset;
        for (long left = mask; left != 0; left &= left - 1) {
            target[to++] = levels[from + Long.numberOfTrailingZeros(left)];
        }
        return to;
    }
}
