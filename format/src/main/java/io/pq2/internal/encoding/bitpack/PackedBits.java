package io.pq2.internal.encoding.bitpack;

import io.pq2.internal.io.LittleEndian;

/** Copies, counts and expands consecutive bits, least significant bit first, up to 64 at a time. */
public final class PackedBits {

    private PackedBits() {}

    /** Returns the 64 bits of {@code src} that begin at {@code bit}; bits after the end of the array are 0. */
    static long word(byte[] src, int start, int bit) {
        int index = start + (bit >>> 3);
        int shift = bit & 7;
        if (shift == 0) {
            return LittleEndian.getLongPadded(src, index);
        }
        long low = LittleEndian.getLongPadded(src, index) >>> shift;
        int next = index + Long.BYTES;
        return next < src.length ? low | (long) src[next] << Long.SIZE - shift : low;
    }

    /**
     * Copies {@code count} bits to a bitmap. Its other bits do not change.
     *
     * @param start the index in {@code src} of the byte that contains bit 0
     * @return the number of copied bits that are set
     */
    public static int copy(byte[] src, int start, int bit, long[] dst, int dstBit, int count) {
        int from = bit;
        int to = dstBit;
        int end = dstBit + count;
        int set = 0;
        if ((to & 63) != 0 && to < end) {
            int taken = Math.min(Long.SIZE - (to & 63), end - to);
            set += merge(dst, to, taken, word(src, start, from));
            from += taken;
            to += taken;
        }
        while (end - to >= Long.SIZE) {
            long word = word(src, start, from);
            dst[to >>> 6] = word;
            set += Long.bitCount(word);
            from += Long.SIZE;
            to += Long.SIZE;
        }
        if (to < end) {
            set += merge(dst, to, end - to, word(src, start, from));
        }
        return set;
    }

    private static int merge(long[] dst, int bit, int count, long word) {
        long mask = (-1L >>> -count) << bit;
        long bits = word << bit & mask;
        dst[bit >>> 6] = dst[bit >>> 6] & ~mask | bits;
        return Long.bitCount(bits);
    }

    /** Returns the number of set bits among {@code count} bits. */
    public static int count(byte[] src, int start, int bit, int count) {
        int from = bit;
        int left = count;
        int set = 0;
        while (left >= Long.SIZE) {
            set += Long.bitCount(word(src, start, from));
            from += Long.SIZE;
            left -= Long.SIZE;
        }
        return left == 0 ? set : set + Long.bitCount(word(src, start, from) & -1L >>> -left);
    }

    /** Expands {@code count} bits to booleans. */
    public static void expand(byte[] src, int start, int bit, boolean[] dst, int offset, int count) {
        int i = 0;
        for (; i <= count - 8; i += 8) {
            expandByte(word8(src, start, bit + i), dst, offset + i);
        }
        if (i < count) {
            int bits = word8(src, start, bit + i);
            for (; i < count; i++) {
                dst[offset + i] = (bits & 1) != 0;
                bits >>>= 1;
            }
        }
    }

    private static int word8(byte[] src, int start, int bit) {
        int index = start + (bit >>> 3);
        int shift = bit & 7;
        int low = (src[index] & 0xFF) >>> shift;
        return shift == 0 || index + 1 >= src.length ? low : low | src[index + 1] << 8 - shift;
    }

    private static void expandByte(int bits, boolean[] dst, int offset) {
        dst[offset] = (bits & 1) != 0;
        dst[offset + 1] = (bits & 2) != 0;
        dst[offset + 2] = (bits & 4) != 0;
        dst[offset + 3] = (bits & 8) != 0;
        dst[offset + 4] = (bits & 16) != 0;
        dst[offset + 5] = (bits & 32) != 0;
        dst[offset + 6] = (bits & 64) != 0;
        dst[offset + 7] = (bits & 128) != 0;
    }

    /** Returns {@code count} booleans, 1 to 64, as bits; the first one is the least significant. */
    public static long collect(boolean[] src, int offset, int count) {
        long bits = 0;
        for (int i = count - 1; i >= 0; i--) {
            bits = bits << 1 | (src[offset + i] ? 1 : 0);
        }
        return bits;
    }
}
