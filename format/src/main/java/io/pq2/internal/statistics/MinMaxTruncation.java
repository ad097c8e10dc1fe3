package io.pq2.internal.statistics;

import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Truncates long min/max values: the result is still below or above all values, and still text if the values are.
 *
 * <p>The prefix of a value is below it. The prefix with its last character (or byte) replaced by the next larger one
 * is above it. Numbers and values of fixed length are not truncated.
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
     * Returns the truncation of a column's min/max values to {@code limit} bytes.
     *
     * @param order the order of the column
     */
    public static MinMaxTruncation of(PrimitiveField field, MinMaxOrder order, int limit) {
        boolean bytes = field.physicalType() == PhysicalType.BYTE_ARRAY
                && (order == MinMaxOrder.BYTES || order == MinMaxOrder.TEXT);
        return new MinMaxTruncation(bytes ? limit : Integer.MAX_VALUE, order == MinMaxOrder.TEXT);
    }

    /** Returns a lower bound of limited length: {@code min} itself if it is short enough. */
    public byte[] lower(byte[] min) {
        return min.length <= limit ? min : Arrays.copyOf(min, text ? characterStart(min, limit) : limit);
    }

    /**
     * Returns an upper bound of limited length: {@code max} itself if it is short enough or no shorter bound exists.
     * For text the bound may exceed the limit by three bytes.
     */
    public byte[] upper(byte[] max) {
        if (max.length <= limit) {
            return max;
        }
        byte[] bound = text ? upperText(max, limit) : upperBytes(max, limit);
        return bound == null ? max : bound;
    }

    private static byte @Nullable [] upperBytes(byte[] max, int limit) {
        for (int end = limit; end > 0; end--) {
            if (max[end - 1] != (byte) 0xFF) {
                byte[] bound = Arrays.copyOf(max, end);
                bound[end - 1]++;
                return bound;
            }
        }
        return null;
    }

    private static byte @Nullable [] upperText(byte[] max, int limit) {
        int end = characterStart(max, limit);
        while (end > 0) {
            int start = characterStart(max, end - 1);
            int codePoint = codePoint(max, start, end);
            if (codePoint < 0) {
                // Not UTF-8 after all; the order of bytes still holds.
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

    /** Returns the next code point that is a character, skipping surrogates. */
    private static int next(int codePoint) {
        int next = codePoint + 1;
        return next == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : next;
    }

    /** Returns the index of the first byte of the character to which the byte at {@code index} belongs. */
    private static int characterStart(byte[] bytes, int index) {
        int start = index;
        while (start > 0 && index - start < 3 && (bytes[start] & 0xC0) == 0x80) {
            start--;
        }
        return start;
    }

    /** Returns the code point of the character between two indexes, or -1 if the bytes are not one character. */
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
