package io.pq2.internal.write.values;

import io.pq2.internal.io.LittleEndian;

/** Finds bytes that are not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
final class Utf8Check {

    private static final long NOT_ASCII = 0x8080808080808080L;
    /** The number of slices that are checked together. */
    private static final int GROUP = 512;
    /** The mean number of bytes between slices that are checked together. PLAIN pages have 4, for the lengths. */
    private static final int GAP = 8;

    private Utf8Check() {}

    /**
     * Returns the position after {@code offset} of the first slice that is not UTF-8, or -1.
     *
     * <p>Most text is ASCII and most slices are close together. So the bytes that a group of slices covers are first
     * checked as a whole.
     */
    static int firstInvalid(byte[] bytes, int[] starts, int[] lengths, int offset, int count) {
        for (int done = 0; done < count; done += GROUP) {
            int end = Math.min(count, done + GROUP);
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

    /** Whether the slices are close together and all bytes from the first to the last of them are ASCII. */
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

    /** Returns {@code end} if all bytes are ASCII; otherwise a position at most 7 bytes before the first other byte. */
    private static int asciiEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at <= end - 4 * Long.BYTES) {
            long words = LittleEndian.getLong(bytes, at)
                    | LittleEndian.getLong(bytes, at + 8)
                    | LittleEndian.getLong(bytes, at + 16)
                    | LittleEndian.getLong(bytes, at + 24);
            if ((words & NOT_ASCII) != 0) {
                break;
            }
            at += 4 * Long.BYTES;
        }
        while (at <= end - Long.BYTES && (LittleEndian.getLong(bytes, at) & NOT_ASCII) == 0) {
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
            int min = lead == (byte) 0xE0 ? 0xA0 : lead == (byte) 0xF0 ? 0x90 : 0x80;
            int max = lead == (byte) 0xED ? 0x9F : lead == (byte) 0xF4 ? 0x8F : 0xBF;
            if (next < min || next > max || !continues(bytes, at + 2, at + length)) {
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
