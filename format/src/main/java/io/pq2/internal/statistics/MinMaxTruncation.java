package io.pq2.internal.statistics;

import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Shorter bounds for long values: still below or above all values, and still text where the values are.
 *
 * <p>A prefix is below whatever begins with it. A prefix whose last character (or byte) is replaced by the next greater one is
 * above it. Numbers, and values of a fixed length, stay as they are.
 */
public final class MinMaxTruncation {

    private static final int LAST_CODE_POINT = 0x10FFFF;

    private final int limit;
    private final boolean text;

    private MinMaxTruncation(int limit, boolean text) {
        this.limit = limit;
        this.text = text;
    }

    /**
     * Bounds of a column of at most {@code limit} bytes.
     *
     * @param order the order of the column
     */
    public static MinMaxTruncation of(PrimitiveField field, MinMaxOrder order, int limit) {
        boolean bytes = field.physicalType() == PhysicalType.BYTE_ARRAY
                && (order == MinMaxOrder.BYTES || order == MinMaxOrder.TEXT);
        return new MinMaxTruncation(bytes ? limit : Integer.MAX_VALUE, order == MinMaxOrder.TEXT);
    }

    /** A lower bound that is short enough: {@code min} itself if it is. */
    public byte[] lower(byte[] min) {
        return min.length <= limit ? min : Arrays.copyOf(min, text ? characterStart(min, limit) : limit);
    }

    /**
     * An upper bound that is short enough, of text up to three bytes longer: {@code max} itself if it is, or if there is no shorter
     * one.
     */
    public byte[] upper(byte[] max) {
        if (max.length <= limit) {
            return max;
        }
        byte[] bound = text ? upperText(max, limit) : upperBytes(max, limit);
        return bound == null ? max : bound;
    }

    private static byte[] upperBytes(byte[] max, int limit) {
        for (int end = limit; end > 0; end--) {
            if (max[end - 1] != (byte) 0xFF) {
                byte[] bound = Arrays.copyOf(max, end);
                bound[end - 1]++;
                return bound;
            }
        }
        return null;
    }

    private static byte[] upperText(byte[] max, int limit) {
        int end = characterStart(max, limit);
        while (end > 0) {
            int start = characterStart(max, end - 1);
            int codePoint = codePoint(max, start, end);
            if (codePoint < 0) {
                // Not UTF-8 after all; order by bytes still holds.
                return upperBytes(max, limit);
            }
            if (codePoint < LAST_CODE_POINT) {
                byte[] next = Character.toString(next(codePoint)).getBytes(StandardCharsets.UTF_8);
                byte[] bound = Arrays.copyOf(max, start + next.length);
                System.arraycopy(next, 0, bound, start, next.length);
                return bound;
            }
            end = start;
        }
        return null;
    }

    /** The next code point that is a character: surrogates are none. */
    private static int next(int codePoint) {
        int next = codePoint + 1;
        return next == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : next;
    }

    /** The index where the character starts to which the byte at {@code index} belongs. */
    private static int characterStart(byte[] bytes, int index) {
        int start = index;
        while (start > 0 && index - start < 3 && (bytes[start] & 0xC0) == 0x80) {
            start--;
        }
        return start;
    }

    /** The code point of the one character between two indexes, -1 if those bytes are not one. */
    private static int codePoint(byte[] bytes, int start, int end) {
        String decoded = new String(bytes, start, end - start, StandardCharsets.UTF_8);
        if (decoded.codePointCount(0, decoded.length()) != 1) {
            return -1;
        }
        int codePoint = decoded.codePointAt(0);
        boolean replaced = codePoint == 0xFFFD && (end - start != 3 || bytes[start] != (byte) 0xEF);
        return replaced ? -1 : codePoint;
    }
}
