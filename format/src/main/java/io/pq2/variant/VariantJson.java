package io.pq2.variant;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.variant.EncodedValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;

/** Writes variants as JSON ({@link Variant#toJson}) and reads JSON ({@link VariantBuilder#appendJson}). */
final class VariantJson {

    /** Writes NaN and infinities as strings, which is Jackson's default. Uses only methods that Jackson 2.12 has. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.USE_THREAD_LOCAL_FOR_BUFFER_RECYCLING)
            .build();

    private static final int MAX_DIGITS = 38;

    /** The length of the longest text of a number with 38 digits before or after the decimal point. */
    private static final int MAX_DECIMAL_TEXT = 2 * MAX_DIGITS + 2;

    private VariantJson() {}

    /**
     * Returns the JSON of a variant.
     *
     * @throws io.pq2.exception.UnsupportedFeatureException if it is nested deeper than {@link EncodedValue#MAX_DEPTH}
     *     levels, which is also Jackson's limit
     */
    static String of(Variant variant) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
            write(variant, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // A StringWriter does not fail.
        }
        return text.toString();
    }

    /**
     * Appends the values of a JSON text.
     *
     * @throws InvalidDataException if the text is not one JSON value, or a variant cannot represent it
     */
    static void read(String text, VariantBuilder builder) {
        try (JsonParser json = FACTORY.createParser(text)) {
            JsonToken token = json.nextToken();
            if (token == null) {
                throw new InvalidDataException("JSON for a variant: the text is empty");
            }
            int depth = append(token, json, builder);
            while (depth > 0) {
                token = json.nextToken();
                if (token == null) {
                    throw new InvalidDataException("JSON for a variant: an object or array does not end");
                }
                depth += append(token, json, builder);
                EncodedValue.checkDepth(depth);
            }
            if (json.nextToken() != null) {
                throw new InvalidDataException("JSON for a variant: text after the value");
            }
        } catch (IOException e) {
            throw new InvalidDataException("JSON for a variant: " + e.getMessage(), e);
        }
    }

    /** Appends the value of a token. Returns the change of the depth. */
    private static int append(JsonToken token, JsonParser json, VariantBuilder builder) throws IOException {
        switch (token) {
            case START_OBJECT -> builder.startObject();
            case START_ARRAY -> builder.startArray();
            case END_OBJECT -> builder.endObject();
            case END_ARRAY -> builder.endArray();
            case FIELD_NAME -> builder.name(json.getText());
            case VALUE_STRING -> builder.appendString(json.getText());
            case VALUE_TRUE, VALUE_FALSE -> builder.appendBoolean(token == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> builder.appendNull();
            default -> appendNumber(json.getText(), builder);
        }
        return token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    }

    /** Appends a number: an integer or decimal if it has no exponent and at most 38 digits, otherwise a DOUBLE. */
    private static void appendNumber(String text, VariantBuilder builder) {
        boolean exponent = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
        if (!exponent && text.length() <= MAX_DECIMAL_TEXT) {
            BigDecimal number = new BigDecimal(text);
            if (number.scale() == 0 && number.unscaledValue().bitLength() < Long.SIZE) {
                builder.appendInteger(number.longValue());
                return;
            }
            if (number.scale() <= MAX_DIGITS && number.precision() <= MAX_DIGITS) {
                builder.appendDecimal(number);
                return;
            }
        }
        double number = Double.parseDouble(text);
        if (Double.isInfinite(number)) {
            throw new InvalidDataException("JSON for a variant: number " + text + " is out of the range of a DOUBLE");
        }
        builder.appendDouble(number);
    }

    /** An object or array of which some values are written. */
    private static final class Cursor {

        private final Variant container;
        private int next;

        Cursor(Variant container) {
            this.container = container;
        }

        boolean isObject() {
            return container.type() == VariantType.OBJECT;
        }
    }

    /** Writes a value. Keeps the open objects and arrays itself: recursion would need a deep stack. */
    private static void write(Variant variant, JsonGenerator json) throws IOException {
        Deque<Cursor> open = new ArrayDeque<>();
        begin(variant, json, open);
        while (!open.isEmpty()) {
            Cursor last = open.element();
            if (last.next == last.container.size()) {
                end(last, json);
                open.remove();
                continue;
            }
            if (last.isObject()) {
                json.writeFieldName(last.container.name(last.next));
            }
            begin(last.container.get(last.next++), json, open);
        }
    }

    /** Writes a scalar, or the start of an object or array. */
    private static void begin(Variant variant, JsonGenerator json, Deque<Cursor> open) throws IOException {
        VariantType type = variant.type();
        if (type != VariantType.OBJECT && type != VariantType.ARRAY) {
            writeScalar(variant, json);
            return;
        }
        EncodedValue.checkDepth(open.size() + 1);
        variant.encoded().checkDisjoint();
        Cursor cursor = new Cursor(variant);
        if (cursor.isObject()) {
            variant.encoded().checkUniqueNames(variant.metadata().names());
            json.writeStartObject();
        } else {
            json.writeStartArray();
        }
        open.push(cursor);
    }

    private static void end(Cursor cursor, JsonGenerator json) throws IOException {
        if (cursor.isObject()) {
            json.writeEndObject();
        } else {
            json.writeEndArray();
        }
    }

    private static void writeScalar(Variant variant, JsonGenerator json) throws IOException {
        switch (variant.type()) {
            case NULL -> json.writeNull();
            case BOOLEAN -> json.writeBoolean(variant.getBoolean());
            case INT8, INT16, INT32, INT64 -> json.writeNumber(variant.getLong());
            case DECIMAL4, DECIMAL8, DECIMAL16 -> json.writeNumber(variant.getDecimal());
            case FLOAT -> json.writeNumber(variant.getFloat());
            case DOUBLE -> json.writeNumber(variant.getDouble());
            case STRING -> json.writeString(variant.getString());
            case BINARY -> json.writeString(Base64.getEncoder().encodeToString(variant.getBinary()));
            case DATE -> json.writeString(variant.getDate().toString());
            case TIME -> json.writeString(DateTimeFormatter.ISO_LOCAL_TIME.format(variant.getTime()));
            case TIMESTAMP, TIMESTAMP_NANOS ->
                json.writeString(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                        variant.getInstant().atOffset(ZoneOffset.UTC)));
            case TIMESTAMP_NTZ, TIMESTAMP_NTZ_NANOS ->
                json.writeString(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(variant.getLocalDateTime()));
            case UUID -> json.writeString(variant.getUuid().toString());
            case OBJECT, ARRAY -> throw new IllegalArgumentException(variant.type() + " is not a scalar");
        }
    }
}
