package io.pq2.internal.read.decode;

import io.pq2.internal.io.LittleEndian;

/**
 * Questions about arrays of levels (0 to 127, one byte each), answered eight levels at a time: adding {@code 128 - threshold}
 * to each byte of a long sets the top bit of those that are at least the threshold, and carries into no neighbour.
 */
final class LevelBits {

    private static final long ONES = 0x0101010101010101L;
    private static final long TOP_BITS = ONES << 7;
    /** Multiplying the lowest bits of eight bytes by this gathers them in the highest byte. */
    private static final long GATHER = 0x0102040810204080L;

    private LevelBits() {}

    /**
     * Which of the levels from {@code from} on are at least {@code threshold}, one bit a level, the first one lowest.
     *
     * @param count how many levels, at most 64; bits behind are 0
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
     * One bit a level: whether it is at least {@code threshold}.
     *
     * @param words takes the bits from bit 0 on; those behind {@code count} in the last word become 0
     * @return how many are
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

    /** How many of the levels from {@code from} (inclusive) to {@code to} (exclusive) are at least {@code threshold}. */
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
     * The index of the {@code ordinal}-th zero (from 1) from {@code from} on.
     *
     * @return {@code -1 - n} if there are only {@code n} of them before {@code to}
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
     * @param target has room for all levels
     * @return how many there are
     */
    static int compact(byte[] definition, int count, int slotLevel, byte[] target) {
        int found = 0;
        for (int i = 0; i < count; i += Long.SIZE) {
            int length = Math.min(Long.SIZE, count - i);
            found = copy(definition, i, mask(definition, i, length, slotLevel), target, found);
        }
        return found;
    }

    /** Copies those of them whose repetition level is at most {@code repetitionLevel}. */
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
