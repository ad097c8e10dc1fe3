package io.pq2.internal.encoding.level;

import java.util.Objects;

/**
 * Converts levels in the deprecated encoding BIT_PACKED, most significant bit first, to a bit-packed run of the hybrid,
 * so that the decoders of the hybrid can read them. Few files have these levels.
 */
final class BitPackedLevels {

    /** The number of bytes after the run that kernels may load. */
    static final int SLACK = 32;

    private static final int MAX_HEADER = 5;

    private BitPackedLevels() {}

    /** Returns a bit-packed run with its header, as many values as the bytes contain, and {@link #SLACK} more bytes. */
    static byte[] toHybridRun(byte[] bytes, int offset, int limit, int width) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        int length = limit - offset;
        byte[] run = new byte[MAX_HEADER + length + SLACK];
        // The header always has 5 bytes, so its length does not depend on the number of groups.
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
