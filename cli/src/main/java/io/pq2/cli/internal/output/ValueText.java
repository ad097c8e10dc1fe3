package io.pq2.cli.internal.output;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values as text in tables and CSV. Control characters are not escaped yet. */
public final class ValueText {

    /** The largest scale of numbers that are written without exponent. A file can have a scale of two billion. */
    private static final int MAX_PLAIN_SCALE = 1000;

    private ValueText() {}

    /**
     * Returns the text of a value: bytes as {@code 0x} and hexadecimal digits, lists as {@code [a, b]}, maps and
     * structs as {@code {a: b}}, text inside of these in double quotes.
     */
    public static String of(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return hex(bytes);
        } else if (value instanceof BigDecimal decimal) {
            return Math.abs((long) decimal.scale()) <= MAX_PLAIN_SCALE ? decimal.toPlainString() : decimal.toString();
        } else if (value instanceof List || value instanceof Map) {
            StringBuilder text = new StringBuilder();
            append(value, text);
            return text.toString();
        }
        return String.valueOf(value);
    }

    /** Returns {@code 0x} and the hexadecimal digits of bytes. */
    public static String hex(byte[] bytes) {
        return "0x" + HexFormat.of().formatHex(bytes);
    }

    private static void append(@Nullable Object value, StringBuilder text) {
        if (value instanceof List<?> list) {
            text.append('[');
            for (int i = 0; i < list.size(); i++) {
                text.append(i == 0 ? "" : ", ");
                append(list.get(i), text);
            }
            text.append(']');
        } else if (value instanceof Map<?, ?> map) {
            text.append('{');
            for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
                Map.Entry<?, ?> entry = entries.next();
                text.append(entry.getKey()).append(": ");
                append(entry.getValue(), text);
                text.append(entries.hasNext() ? ", " : "");
            }
            text.append('}');
        } else if (value instanceof String string) {
            text.append('"')
                    .append(string.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
        } else {
            text.append(of(value));
        }
    }
}
