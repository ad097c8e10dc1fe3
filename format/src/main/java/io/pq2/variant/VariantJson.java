package io.pq2.variant;

import io.pq2.internal.variant.EncodedValue;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** Writes variants as JSON, see {@link Variant#toJson}. */
final class VariantJson {

    private static final String HEX = "0123456789abcdef";

    private VariantJson() {}

    /**
     * Appends the JSON of a variant.
     *
     * @param depth the number of objects and arrays around the variant
     */
    static void append(Variant variant, StringBuilder json, int depth) {
        switch (variant.type()) {
            case NULL -> json.append("null");
            case BOOLEAN -> json.append(variant.getBoolean());
            case INT8, INT16, INT32, INT64 -> json.append(variant.getLong());
            case DECIMAL4, DECIMAL8, DECIMAL16 ->
                json.append(variant.getDecimal().toPlainString());
            case FLOAT -> number(Float.toString(variant.getFloat()), Float.isFinite(variant.getFloat()), json);
            case DOUBLE -> number(Double.toString(variant.getDouble()), Double.isFinite(variant.getDouble()), json);
            case STRING -> string(variant.getString(), json);
            case BINARY -> quoted(Base64.getEncoder().encodeToString(variant.getBinary()), json);
            case DATE -> quoted(variant.getDate().toString(), json);
            case TIME -> quoted(DateTimeFormatter.ISO_LOCAL_TIME.format(variant.getTime()), json);
            case TIMESTAMP, TIMESTAMP_NANOS ->
                quoted(
                        DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                                variant.getInstant().atOffset(ZoneOffset.UTC)),
                        json);
            case TIMESTAMP_NTZ, TIMESTAMP_NTZ_NANOS ->
                quoted(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(variant.getLocalDateTime()), json);
            case UUID -> quoted(variant.getUuid().toString(), json);
            case OBJECT -> object(variant, json, depth);
            case ARRAY -> array(variant, json, depth);
        }
    }

    private static void object(Variant object, StringBuilder json, int depth) {
        EncodedValue.checkDepth(depth);
        object.encoded().checkDisjoint();
        json.append('{');
        for (int i = 0; i < object.size(); i++) {
            if (i > 0) {
                json.append(',');
            }
            string(object.name(i), json);
            json.append(':');
            append(object.get(i), json, depth + 1);
        }
        json.append('}');
    }

    private static void array(Variant array, StringBuilder json, int depth) {
        EncodedValue.checkDepth(depth);
        array.encoded().checkDisjoint();
        json.append('[');
        for (int i = 0; i < array.size(); i++) {
            if (i > 0) {
                json.append(',');
            }
            append(array.get(i), json, depth + 1);
        }
        json.append(']');
    }

    /** Appends a number. JSON has no NaN and infinities, so these become strings. */
    private static void number(String text, boolean finite, StringBuilder json) {
        if (finite) {
            json.append(text);
        } else {
            quoted(text, json);
        }
    }

    /** Appends a string that needs no escapes. */
    private static void quoted(String text, StringBuilder json) {
        json.append('"').append(text).append('"');
    }

    private static void string(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < 0x20) {
                        json.append("\\u00").append(HEX.charAt(c >>> 4)).append(HEX.charAt(c & 0xF));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }
}
