package io.pq2.vector;

/** Operations on validity bitmaps. Bit {@code i & 63} of word {@code i >>> 6} is 1 if slot {@code i} is present. */
public final class Validity {

    private Validity() {}

    /** Returns the number of words for {@code length} bits. */
    public static int words(int length) {
        return (length + 63) >>> 6;
    }

    /** Whether the bit of slot {@code index} is set. */
    public static boolean isSet(long[] words, int index) {
        return (words[index >>> 6] >>> index & 1) != 0;
    }

    /** Sets the bit of slot {@code index}. */
    public static void set(long[] words, int index) {
        words[index >>> 6] |= 1L << index;
    }

    /** Clears the bit of slot {@code index}. */
    public static void clear(long[] words, int index) {
        words[index >>> 6] &= ~(1L << index);
    }

    /** Sets or clears the bits of slots {@code from} (inclusive) to {@code to} (exclusive). */
    public static void fill(long[] words, int from, int to, boolean present) {
        if (from >= to) {
            return;
        }
        int first = from >>> 6;
        int last = (to - 1) >>> 6;
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (first == last) {
            merge(words, first, head & tail, present);
            return;
        }
        merge(words, first, head, present);
        java.util.Arrays.fill(words, first + 1, last, present ? -1L : 0L);
        merge(words, last, tail, present);
    }

    private static void merge(long[] words, int index, long mask, boolean present) {
        words[index] = present ? words[index] | mask : words[index] & ~mask;
    }

    /** Returns the number of set bits from slot {@code from} (inclusive) to {@code to} (exclusive). */
    public static int count(long[] words, int from, int to) {
        if (from >= to) {
            return 0;
        }
        int first = from >>> 6;
        int last = (to - 1) >>> 6;
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (first == last) {
            return Long.bitCount(words[first] & head & tail);
        }
        int count = Long.bitCount(words[first] & head) + Long.bitCount(words[last] & tail);
        for (int i = first + 1; i < last; i++) {
            count += Long.bitCount(words[i]);
        }
        return count;
    }
}
