package io.pq2.internal.encoding.level;

import io.pq2.internal.encoding.bitpack.PackedInts;
import io.pq2.internal.io.LittleEndian;

/**
 * Converts between bit-packed values of 1 to 7 bits and one byte for each value. Eight values take {@code width} bytes
 * and fit a long. Three steps of shifts and masks move them apart: first halves of 4 values, then pairs, then single
 * values.
 */
public final class PackedLevels {

    private static final int GROUP = 8;

    private final int width;
    private final int gap;
    private final long low4;
    private final long high4;
    private final long low2;
    private final long high2;
    private final long low1;
    private final long high1;

    /** @param width the number of bits of a value, 1 to 7 */
    public PackedLevels(int width) {
        this.width = width;
        gap = GROUP - width;
        low4 = (1L << 4 * width) - 1;
        high4 = low4 << 4 * width;
        low2 = 0x0000000100000001L * ((1L << 2 * width) - 1);
        high2 = low2 << 2 * width;
        low1 = 0x0001000100010001L * ((1L << width) - 1);
        high1 = low1 << width;
    }

    /** Returns the 8 values in the low {@code 8 * width} bits of {@code packed}, one in each byte. */
    public long unpackGroup(long packed) {
        long bits = packed & low4 | (packed & high4) << 4 * gap;
        bits = bits & low2 | (bits & high2) << 2 * gap;
        return bits & low1 | (bits & high1) << gap;
    }

    /**
     * Returns 8 values bit-packed: the inverse of {@link #unpackGroup}. Ignores bits above {@code width} in each byte.
     */
    public long packGroup(long values) {
        long bits = values & low1 | values >>> gap & high1;
        bits = bits & low2 | bits >>> 2 * gap & high2;
        return bits & low4 | bits >>> 4 * gap & high4;
    }

    /** Unpacks {@code count} values. {@code start} and {@code index} are those of {@link PackedInts#unpack}. */
    void unpack(byte[] src, int start, int index, byte[] dst, int offset, int count) {
        long mask = (1L << width) - 1;
        int i = 0;
        int head = Math.min(-index & GROUP - 1, count);
        for (; i < head; i++) {
            dst[offset + i] = (byte) (at(src, start, index + i) & mask);
        }
        int from = start + (int) ((long) (index + head) * width >>> 3);
        for (; i <= count - GROUP; i += GROUP) {
            LittleEndian.putLong(dst, offset + i, unpackGroup(LittleEndian.getLongPadded(src, from)));
            from += width;
        }
        for (; i < count; i++) {
            dst[offset + i] = (byte) (at(src, start, index + i) & mask);
        }
    }

    private long at(byte[] src, int start, int index) {
        long bit = (long) index * width;
        return LittleEndian.getLongPadded(src, start + (int) (bit >>> 3)) >>> (bit & 7);
    }
}
