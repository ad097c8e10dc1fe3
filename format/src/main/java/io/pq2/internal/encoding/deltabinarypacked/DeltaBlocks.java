package io.pq2.internal.encoding.deltabinarypacked;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.bitpack.BitPack;
import io.pq2.internal.encoding.bitpack.PackedLongs;

/**
 * Buffers the DELTA_BINARY_PACKED blocks of a page, because the header before them has the number of values.
 */
final class DeltaBlocks {

    /** The deltas of a block. */
    static final int SIZE = 128;

    private static final int MINIBLOCKS = 4;
    private static final int MINIBLOCK = SIZE / MINIBLOCKS;
    /** The approximate bytes of the header. */
    private static final int HEADER = 8;

    private final EncodedBytes out;
    private final EncodedBytes body = new EncodedBytes();
    private final int[] narrow = new int[MINIBLOCK];

    DeltaBlocks(EncodedBytes out) {
        this.out = out;
    }

    /** Returns the approximate number of bytes that {@link #finish} adds. */
    int size() {
        return HEADER + body.size();
    }

    /** Adds a block of 32-bit deltas from which {@code min} was subtracted; missing deltas are 0. */
    void write(int min, int[] deltas) {
        int widths = begin(min);
        for (int i = 0; i < MINIBLOCKS; i++) {
            int bits = 0;
            for (int k = i * MINIBLOCK; k < (i + 1) * MINIBLOCK; k++) {
                bits |= deltas[k];
            }
            int width = Integer.SIZE - Integer.numberOfLeadingZeros(bits);
            if (width > 0) {
                BitPack.pack(deltas, i * MINIBLOCK, width, body.array(), body.size(), 1);
            }
            end(widths + i, width);
        }
    }

    /** Adds a block of 64-bit deltas from which {@code min} was subtracted; missing deltas are 0. */
    void write(long min, long[] deltas) {
        int widths = begin(min);
        for (int i = 0; i < MINIBLOCKS; i++) {
            long bits = 0;
            for (int k = i * MINIBLOCK; k < (i + 1) * MINIBLOCK; k++) {
                bits |= deltas[k];
            }
            int width = Long.SIZE - Long.numberOfLeadingZeros(bits);
            if (width > Integer.SIZE) {
                PackedLongs.pack(deltas, i * MINIBLOCK, width, body.array(), body.size());
            } else if (width > 0) {
                for (int k = 0; k < MINIBLOCK; k++) {
                    narrow[k] = (int) deltas[i * MINIBLOCK + k];
                }
                BitPack.pack(narrow, 0, width, body.array(), body.size(), 1);
            }
            end(widths + i, width);
        }
    }

    private int begin(long min) {
        body.putVarint(zigZag(min));
        int widths = body.reserve(MINIBLOCKS + (long) SIZE * Long.BYTES);
        body.advance(MINIBLOCKS);
        return widths;
    }

    private void end(int widthAt, int width) {
        body.array()[widthAt] = (byte) width;
        body.advance(MINIBLOCK / Byte.SIZE * width);
    }

    /** Adds the header and the blocks to the page. Another page can follow. */
    void finish(int count, long first) {
        out.putVarint(SIZE);
        out.putVarint(MINIBLOCKS);
        out.putVarint(count);
        out.putVarint(zigZag(first));
        out.putBytes(body);
        body.reset();
    }

    private static long zigZag(long value) {
        return value << 1 ^ value >> 63;
    }
}
