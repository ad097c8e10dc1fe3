package io.pq2.internal.inspect.layout;

import io.pq2.internal.exception.DisplayText;

/** Text in XML and HTML documents. */
final class Markup {

    private Markup() {}

    /**
     * Returns text as content or quoted attribute value of an element. Invisible characters become visible, markup
     * becomes text.
     */
    static String text(String text) {
        return markup(DisplayText.message(text));
    }

    /** Returns text with line breaks, whose other characters are escaped. */
    static String lines(String text) {
        StringBuilder lines = new StringBuilder();
        text.lines()
                .forEach(line -> lines.append(markup(DisplayText.escaped(line))).append('\n'));
        return lines.toString();
    }

    private static String markup(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                // XML has no such characters.
                case '\uFFFE', '\uFFFF' -> escaped.append('\uFFFD');
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
