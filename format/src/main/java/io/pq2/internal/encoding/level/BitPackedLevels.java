package io.pq2.internal.encoding.level;

import java.util.Objects;

/**
 * The deprecated BIT_PACKED levels: values of a fixed width back to back, most significant bit first. Few files have them, so they
 * are brought into the hybrid's order once, as one packed run, and decoded by the code for that.
 */
final class BitPackedLevels {

    /** Bytes behind the run, over which kernels may read. */
    static final int SLACK = 32;

    private static final int MAX_HEADER = 5;

    private BitPackedLevels() {}

    /** A packed run with its header and all values that fit the bytes, and {@link #SLACK} bytes behind it. */
    static byte[] toHybridRun(byte[] bytes, int offset, int limit, int width) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        int length = limit - offset;
        byte[] run = new byte[MAX_HEADER + length + SLACK];
        // The header is written with all 5 bytes so that its length does not depend on the number of groups.
        long groups = width == 0 ? 0 : (8L * length / width + 7) / 8;
        long header = groups << 1 | 1;
        for (int i = 0; i < MAX_HEADER; i++) {
            run[i] = (byte) (header >>> 7 * i & 0x7F | (i < MAX_HEADER - 1 ? 0x80 : 0));
        }
        if (width == 1) {
            for (int i = 0; i < length; i++) {
                run[MAX_HEADER + i] = (byte) (Integer.reverse(bytes[offset + i]) >>> 24);
            }
        } else if (width > 1) {
            reorder(bytes, offset, 8L * length / width, width, run);
        }
        return run;
    }

    private static void reorder(byte[] bytes, int offset, long count, int width, byte[] run) {
        long from = 8L * offset;
        long to = 8L * MAX_HEADER;
        for (long i = 0; i < count; i++) {
            for (int bit = width - 1; bit >= 0; bit--) {
                int set = bytes[(int) (from >>> 3)] >>> 7 - (int) (from & 7) & 1;
                long target = to + bit;
                run[(int) (target >>> 3)] |= (byte) (set << (target & 7));
                from++;
            }
            to += width;
        }
    }
}
