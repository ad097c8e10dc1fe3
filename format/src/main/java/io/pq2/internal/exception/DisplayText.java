package io.pq2.internal.exception;

import java.util.Locale;

/**
 * Prepares text from files, servers and settings for messages, logs and listings. Such text may contain line breaks
 * that fake a second log entry, escape sequences of terminals, characters that change the direction of writing, or
 * megabytes.
 */
public final class DisplayText {

    /** The maximum length of a name or value in characters, before escaping. */
    public static final int MAX_NAME_LENGTH = 300;

    /** The maximum length of a message in characters, before escaping. */
    public static final int MAX_MESSAGE_LENGTH = 8_000;

    private DisplayText() {}

    /** Returns a name or value with {@link #escaped} characters, cut after {@value #MAX_NAME_LENGTH} characters. */
    public static String name(String text) {
        return cut(text, MAX_NAME_LENGTH);
    }

    /** Returns a message with {@link #escaped} characters, cut after {@value #MAX_MESSAGE_LENGTH} characters. */
    public static String message(String text) {
        return cut(text, MAX_MESSAGE_LENGTH);
    }

    private static String cut(String text, int maxLength) {
        if (text.length() <= maxLength) {
            return escaped(text);
        }
        int end = Character.isHighSurrogate(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
        return escaped(text.substring(0, end)) + "... (" + text.length() + " characters)";
    }

    /**
     * Returns text in which every character that is not visible or changes the display of others is replaced: line
     * feed, carriage return and tab by {@code \n}, {@code \r} and {@code \t}; other control characters, format
     * characters, line and paragraph separators, and unpaired surrogates by a backslash, {@code u} and the hexadecimal
     * digits of the code point. The same object is returned if the text has none of them.
     */
    public static String escaped(String text) {
        int clean = 0;
        while (clean < text.length()) {
            int codePoint = text.codePointAt(clean);
            if (isEscaped(codePoint)) {
                break;
            }
            clean += Character.charCount(codePoint);
        }
        if (clean == text.length()) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, clean);
        for (int i = clean; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            append(codePoint, escaped);
            i += Character.charCount(codePoint);
        }
        return escaped.toString();
    }

    private static void append(int codePoint, StringBuilder escaped) {
        switch (codePoint) {
            case '\n' -> escaped.append("\\n");
            case '\r' -> escaped.append("\\r");
            case '\t' -> escaped.append("\\t");
            default -> {
                if (isEscaped(codePoint)) {
                    escaped.append(String.format(Locale.ROOT, "\\u%04x", codePoint));
                } else {
                    escaped.appendCodePoint(codePoint);
                }
            }
        }
    }

    private static boolean isEscaped(int codePoint) {
        if (codePoint < 0x7F) {
            return codePoint < ' ';
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
