package io.pq2.internal.io;

import java.util.Arrays;

/** Copies and compares few bytes by words, where a call into the virtual machine costs more than the work. */
public final class SmallCopy {

    /** From here on the virtual machine's own routines are faster. */
    private static final int LONG = 64;

    private SmallCopy() {}

    /** Copies {@code length} bytes; where both ranges lie in one array, they are the same or do not overlap. */
    public static void copy(byte[] src, int from, byte[] dst, int to, int length) {
        if (length > LONG) {
            System.arraycopy(src, from, dst, to, length);
        } else if (length >= Long.BYTES) {
            // The last word is read first: within one array a range may be copied onto itself.
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

    /** Whether two stretches of {@code length} bytes are the same. */
    public static boolean equal(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
        if (length > LONG) {
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

    /** {@code length} bytes, fewer than 8, as a word whose other bytes are 0. */
    public static long word(byte[] bytes, int from, int length) {
        return LittleEndian.getLongPadded(bytes, from) & ~(-1L << 8 * length);
    }
}
