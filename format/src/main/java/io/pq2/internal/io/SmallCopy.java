package io.pq2.internal.io;

import java.util.Arrays;

/** Copies and compares a few bytes word by word, without the overhead of the methods of the JDK. */
public final class SmallCopy {

    /** Above this number of bytes the methods of the JDK are faster. */
    private static final int MAX_BYTES = 64;

    private SmallCopy() {}

    /** Copies bytes. Ranges of the same array must be equal or must not overlap. */
    public static void copy(byte[] src, int from, byte[] dst, int to, int length) {
        if (length > MAX_BYTES) {
            System.arraycopy(src, from, dst, to, length);
        } else if (length >= Long.BYTES) {
            // Read the last word first, because a range may be copied onto itself.
            long last = LittleEndian.getLong(src, from + length - Long.BYTES);
            for (int i = 0; i < length - Long.BYTES; i += Long.BYTES) {
                LittleEndian.putLong(dst, to + i, LittleEndian.getLong(src, from + i));
            }
            LittleEndian.putLong(dst, to + length - Long.BYTES, last);
        } else if (length >= Integer.BYTES) {
            int last = LittleEndian.getInt(src, from + length - Integer.BYTES);
            LittleEndian.putInt(dst, to, LittleEndian.getInt(src, from));
            LittleEndian.putInt(dst, to + length - Integer.BYTES, last);
        } else {
            for (int i = 0; i < length; i++) {
                dst[to + i] = src[from + i];
            }
        }
    }

    /** Whether two byte ranges of the same length are equal. */
    public static boolean equal(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
        if (length > MAX_BYTES) {
            return Arrays.equals(a, aFrom, aFrom + length, b, bFrom, bFrom + length);
        }
        if (length >= Long.BYTES) {
            for (int i = 0; i < length - Long.BYTES; i += Long.BYTES) {
                if (LittleEndian.getLong(a, aFrom + i) != LittleEndian.getLong(b, bFrom + i)) {
                    return false;
                }
            }
            int last = length - Long.BYTES;
            return LittleEndian.getLong(a, aFrom + last) == LittleEndian.getLong(b, bFrom + last);
        }
        return word(a, aFrom, length) == word(b, bFrom, length);
    }

    /** Reads fewer than 8 bytes as a little-endian number. */
    public static long word(byte[] bytes, int from, int length) {
        return LittleEndian.getLongPadded(bytes, from) & ~(-1L << 8 * length);
    }
}
