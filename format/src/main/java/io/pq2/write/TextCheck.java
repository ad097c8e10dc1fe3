package io.pq2.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds bytes that are not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
final class TextCheck {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NOT_ASCII = 0x8080808080808080L;

    private TextCheck() {}

    /** The index, from {@code offset} on, of the first of some slices that is not UTF-8, -1 if all are. */
    static int firstInvalid(byte[] bytes, int[] starts, int[] lengths, int offset, int count) {
        for (int i = 0; i < count; i++) {
            int start = starts[offset + i];
            int end = start + lengths[offset + i];
            int at = start;
            while (at <= end - Long.BYTES && ((long) LONGS.get(bytes, at) & NOT_ASCII) == 0) {
                at += Long.BYTES;
            }
            if (!isText(bytes, at, end)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isText(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            int lead = bytes[at];
            if (lead >= 0) {
                at++;
                continue;
            }
            int length = lead >= (byte) 0xF0 ? 4 : lead >= (byte) 0xE0 ? 3 : 2;
            if (lead < (byte) 0xC2 || lead > (byte) 0xF4 || end - at < length) {
                return false;
            }
            int next = bytes[at + 1] & 0xFF;
            int least = lead == (byte) 0xE0 ? 0xA0 : lead == (byte) 0xF0 ? 0x90 : 0x80;
            int greatest = lead == (byte) 0xED ? 0x9F : lead == (byte) 0xF4 ? 0x8F : 0xBF;
            if (next < least || next > greatest || !continues(bytes, at + 2, at + length)) {
                return false;
            }
            at += length;
        }
        return true;
    }

    private static boolean continues(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return false;
            }
        }
        return true;
    }
}
