package io.pq2.spark.internal.kernel.conditions;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A LIKE pattern of parts with any text between them, such as {@code %special%requests%}. Compares bytes: a part of
 * UTF-8 text is never found within a character.
 */
public final class TextParts {

    private static final char ANY_TEXT = '%';
    private static final char ANY_CHARACTER = '_';
    /** What invalid bytes become in Spark's evaluation, which compares characters. */
    private static final char REPLACEMENT = '\ufffd';

    private final byte[] prefix;
    private final byte[][] middle;
    private final byte[] suffix;
    private final int minLength;

    private TextParts(List<byte[]> parts) {
        prefix = parts.get(0);
        middle = parts.subList(1, parts.size() - 1).stream()
                .filter(part -> part.length > 0)
                .toArray(byte[][]::new);
        suffix = parts.get(parts.size() - 1);
        minLength = parts.stream().mapToInt(part -> part.length).sum();
    }

    /** Whether a pattern consists of texts and at least one {@code %}. */
    public static boolean supports(String pattern, char escape) {
        return pattern.indexOf(ANY_TEXT) >= 0
                && pattern.indexOf(ANY_CHARACTER) < 0
                && pattern.indexOf(escape) < 0
                && pattern.indexOf(REPLACEMENT) < 0;
    }

    /** Returns the parts of a {@linkplain #supports supported} pattern. */
    public static TextParts of(String pattern) {
        List<byte[]> parts = new ArrayList<>();
        for (String part : pattern.split(String.valueOf(ANY_TEXT), -1)) {
            parts.add(part.getBytes(StandardCharsets.UTF_8));
        }
        return new TextParts(parts);
    }

    /** Whether a string matches the pattern. */
    public boolean matches(UTF8String string) {
        int length = string.numBytes();
        if (length < minLength) {
            return false;
        }
        if (!(string.getBaseObject() instanceof byte[] bytes)) {
            byte[] copy = string.getBytes();
            return matches(copy, 0, copy.length);
        }
        int start = (int) (string.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET);
        return matches(bytes, start, start + length);
    }

    private boolean matches(byte[] bytes, int start, int end) {
        int last = end - suffix.length;
        if (!isAt(bytes, start, prefix) || !isAt(bytes, last, suffix)) {
            return false;
        }
        int at = start + prefix.length;
        for (byte[] part : middle) {
            at = find(bytes, at, last, part);
            if (at < 0) {
                return false;
            }
            at += part.length;
        }
        return true;
    }

    private static boolean isAt(byte[] bytes, int at, byte[] part) {
        return Arrays.equals(bytes, at, at + part.length, part, 0, part.length);
    }

    /** Returns the index of the first occurrence of a part in a range; negative if there is none. */
    private static int find(byte[] bytes, int from, int to, byte[] part) {
        byte first = part[0];
        int end = to - part.length;
        for (int at = from; at <= end; at++) {
            if (bytes[at] == first && isAt(bytes, at, part)) {
                return at;
            }
        }
        return -1;
    }
}
