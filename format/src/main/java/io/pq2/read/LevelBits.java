package io.pq2.read;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Questions about arrays of levels (0 to 127, one byte each), answered eight levels at a time: adding {@code 128 - threshold}
 * to each byte of a long sets the top bit of those that are at least the threshold, and carries into no neighbour.
 */
final class LevelBits {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOP_BITS = ONES << 7;
    /** Multiplying the lowest bits of eight bytes by this gathers them in the highest byte. */
    private static final long GATHER = 0x0102040810204080L;

    private LevelBits() {}

    /**
     * One bit a level: whether it is at least {@code threshold}.
     *
     * @param words takes the bits from bit 0 on; those behind {@code count} in the last word become 0
     * @return how many are
     */
    static int atLeast(byte[] levels, int count, int threshold, long[] words) {
        long addend = ONES * (128 - threshold);
        int found = 0;
        int i = 0;
        for (int w = 0; i < count; w++) {
            long word = 0;
            int end = Math.min(i + Long.SIZE, count);
            for (int shift = 0; i <= end - Long.BYTES; i += Long.BYTES, shift += Long.BYTES) {
                long top = ((long) LONG.get(levels, i) + addend & TOP_BITS) >>> 7;
                word |= (top * GATHER >>> 56) << shift;
            }
            for (; i < end; i++) {
                word |= (levels[i] >= threshold ? 1L : 0L) << i;
            }
            words[w] = word;
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
            found += Long.bitCount((long) LONG.get(levels, i) + addend & TOP_BITS);
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
            int zeros = Long.BYTES - Long.bitCount((long) LONG.get(levels, i) + addend & TOP_BITS);
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
}
