package io.pq2.variant;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.pq2.internal.variant.EncodedValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** Writes variants as JSON, see {@link Variant#toJson}. */
final class VariantJson {

    /** Writes NaN and infinities as strings, which is Jackson's default. Uses only methods that Jackson 2.12 has. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.USE_THREAD_LOCAL_FOR_BUFFER_RECYCLING)
            .build();

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
            write(variant, json, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // A StringWriter does not fail.
        }
        return text.toString();
    }

    /** @param depth the number of objects and arrays around the variant */
    private static void write(Variant variant, JsonGenerator json, int depth) throws IOException {
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
            case OBJECT -> writeObject(variant, json, depth + 1);
            case ARRAY -> writeArray(variant, json, depth + 1);
        }
    }

    private static void writeObject(Variant object, JsonGenerator json, int depth) throws IOException {
        EncodedValue.checkDepth(depth);
        object.encoded().checkDisjoint();
        json.writeStartObject();
        for (int i = 0; i < object.size(); i++) {
            json.writeFieldName(object.name(i));
            write(object.get(i), json, depth);
        }
        json.writeEndObject();
    }

    private static void writeArray(Variant array, JsonGenerator json, int depth) throws IOException {
        EncodedValue.checkDepth(depth);
        array.encoded().checkDisjoint();
        json.writeStartArray();
        for (int i = 0; i < array.size(); i++) {
            write(array.get(i), json, depth);
        }
        json.writeEndArray();
    }
}
