package io.pq2.encoding;

/** Packed values of up to 64 bits, least significant bit first, one after another: where widths beyond an int's are rare. */
final class WideBits {

    private WideBits() {}

    /** Unpacks {@code count} values of {@code width} bits, 1 to 64. The caller knows that they lie within {@code src}. */
    static void unpack(byte[] src, int start, int width, long[] dst, int count) {
        long mask = -1L >>> -width;
        long bit = 0;
        for (int i = 0; i < count; i++) {
            int at = start + (int) (bit >>> 3);
            int shift = (int) bit & 7;
            long value = LittleEndian.getLongPadded(src, at) >>> shift;
            if (shift + width > Long.SIZE) {
                value |= (long) src[at + Long.BYTES] << Long.SIZE - shift;
            }
            dst[i] = value & mask;
            bit += width;
        }
    }

    /** Packs {@code count} values of {@code width} bits, 1 to 64, to whole bytes; other bits of the values must be 0. */
    static void pack(long[] src, int count, int width, byte[] dst, int start) {
        long word = 0;
        int filled = 0;
        int at = start;
        for (int i = 0; i < count; i++) {
            word |= src[i] << filled;
            filled += width;
            if (filled >= Long.SIZE) {
                LittleEndian.putLong(dst, at, word);
                at += Long.BYTES;
                filled -= Long.SIZE;
                // What did not fit; a shift by 64 would shift by nothing.
                word = filled == 0 ? 0 : src[i] >>> width - filled;
            }
        }
        for (; filled > 0; filled -= Byte.SIZE) {
            dst[at++] = (byte) word;
            word >>>= Byte.SIZE;
        }
    }
}
