package io.pq2.internal.write.values;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds bytes that are not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
final class Utf8Check {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NOT_ASCII = 0x8080808080808080L;
    /** So many slices are looked at together. */
    private static final int TOGETHER = 512;
    /** As many bytes may lie between two slices that are looked at together: those of a length, and then some. */
    private static final int GAP = 8;

    private Utf8Check() {}

    /**
     * The index, from {@code offset} on, of the first of some slices that is not UTF-8, -1 if all are.
     *
     * <p>Most text is ASCII and most slices lie side by side: then what they cover is looked at as a whole.
     */
    static int firstInvalid(byte[] bytes, int[] starts, int[] lengths, int offset, int count) {
        for (int done = 0; done < count; done += TOGETHER) {
            int end = Math.min(count, done + TOGETHER);
            if (!areAscii(bytes, starts, lengths, offset + done, offset + end)) {
                for (int i = done; i < end; i++) {
                    int start = starts[offset + i];
                    if (!isText(bytes, start, start + lengths[offset + i])) {
                        return i;
                    }
                }
            }
        }
        return -1;
    }

    /** Whether all that those slices cover, and the little that lies between them, is ASCII; false if much lies between them. */
    private static boolean areAscii(byte[] bytes, int[] starts, int[] lengths, int from, int to) {
        int first = Integer.MAX_VALUE;
        int end = 0;
        long covered = 0;
        for (int i = from; i < to; i++) {
            first = Math.min(first, starts[i]);
            end = Math.max(end, starts[i] + lengths[i]);
            covered += lengths[i];
        }
        return end - first <= covered + (long) GAP * (to - from) && asciiEnd(bytes, first, end) == end;
    }

    /** Where ASCII ends: at {@code end}, or within 7 bytes before the first byte that is something else. */
    private static int asciiEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at <= end - 4 * Long.BYTES) {
            long words = (long) LONGS.get(bytes, at)
                    | (long) LONGS.get(bytes, at + 8)
                    | (long) LONGS.get(bytes, at + 16)
                    | (long) LONGS.get(bytes, at + 24);
            if ((words & NOT_ASCII) != 0) {
                break;
            }
            at += 4 * Long.BYTES;
        }
        while (at <= end - Long.BYTES && ((long) LONGS.get(bytes, at) & NOT_ASCII) == 0) {
            at += Long.BYTES;
        }
        while (at < end && end - at < Long.BYTES && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    private static boolean isText(byte[] bytes, int from, int end) {
        int at = asciiEnd(bytes, from, end);
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
