package io.pq2.cli.internal.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.pq2.variant.Variant;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values as JSON on one line. */
public final class JsonText {

    /** NaN and infinities become text, because JSON has no such numbers. */
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

    private JsonText() {}

    /**
     * Returns the JSON of a value: maps as objects, lists as arrays, bytes as {@code 0x} and hexadecimal digits, other
     * objects as their text. Invisible characters and characters that change the display of others are escaped.
     */
    public static String of(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(value, json);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return visible(text.toString());
    }

    /** Whether the JSON of a value is an object, an array or a variant's. */
    static boolean isNested(Object value) {
        return value instanceof Map || value instanceof List || value instanceof Variant;
    }

    private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(ValueText.of(entry.getKey()));
                write(entry.getValue(), json);
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(element, json);
            }
            json.writeEndArray();
        } else if (value instanceof Variant variant) {
            json.writeRawValue(variant.toJson());
        } else {
            scalar(value, json);
        }
    }

    private static void scalar(Object value, JsonGenerator json) throws IOException {
        if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Float number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(ValueText.of(number));
        } else if (value instanceof BigInteger number) {
            json.writeNumber(number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else {
            json.writeString(ValueText.of(value));
        }
    }

    /** Escapes characters as DisplayText does. Outside of strings, JSON has none of them. */
    private static String visible(String json) {
        StringBuilder escaped = null;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            boolean escape = isInvisible(json, i, c);
            if (escape && escaped == null) {
                escaped = new StringBuilder(json.length() + 16).append(json, 0, i);
            }
            if (escaped != null) {
                if (escape) {
                    escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                } else {
                    escaped.append(c);
                }
            }
        }
        return escaped == null ? json : escaped.toString();
    }

    private static boolean isInvisible(String json, int index, char c) {
        if (c < 0x7F) {
            return false;
        }
        int codePoint = c;
        if (Character.isSurrogate(c)) {
            int first = Character.isHighSurrogate(c) || index == 0 ? index : index - 1;
            int pair = json.codePointAt(first);
            codePoint = Character.isSupplementaryCodePoint(pair) ? pair : c;
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
