package io.pq2.internal.keys;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.pq2.exception.CorruptFileException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads and writes the JSON (RFC 8259) of key material: one object whose relevant fields are text or booleans.
 *
 * <p>Error messages contain positions and lengths, never content. Jackson's exceptions quote their input, so they are
 * neither quoted nor kept as a cause.
 */
public final class KeyJson {

    /** The value of a field that is neither text nor boolean: a number, null, an array or an object. */
    public static final Object OTHER = new Object();

    private static final int MAX_ASCII = 0x7F;
    private static final Pattern UNPAIRED_SURROGATE = Pattern.compile("\\p{Cs}");

    /** The deepest nesting of arrays and objects in a field that is skipped. */
    private static final int MAX_DEPTH = 16;

    /**
     * Keeps nothing of what it parses: it has no table of field names and no buffers that belong to threads. Uses only
     * methods that Jackson 2.12 has.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.USE_THREAD_LOCAL_FOR_BUFFER_RECYCLING)
            .build();

    private KeyJson() {}

    /**
     * Reads one object.
     *
     * @param json the object in UTF-8
     * @param subject the subject of error messages
     * @param maxBytes the length limit
     * @return the fields in their order, each a {@link String}, a {@link Boolean} or {@link #OTHER}
     * @throws CorruptFileException if the JSON is longer than the limit, is not UTF-8, is not exactly one object,
     *     repeats a field or is nested too deeply
     */
    public static Map<String, Object> read(byte[] json, String subject, int maxBytes) {
        if (json.length > maxBytes) {
            throw new CorruptFileException(
                    subject + " is too long: it has " + json.length + " bytes, the limit is " + maxBytes);
        }
        String text = decode(json, subject);
        try (JsonParser parser = FACTORY.createParser(text)) {
            return readObject(parser, subject);
        } catch (JsonProcessingException e) {
            JsonLocation location = e.getLocation();
            String place = location == null ? "" : " at character " + location.getCharOffset();
            throw new CorruptFileException(
                    subject + " is not JSON: the syntax is wrong" + place + " of " + text.length());
        } catch (IOException e) {
            throw new CorruptFileException(subject + " cannot be parsed as JSON");
        }
    }

    private static String decode(byte[] json, String subject) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CorruptFileException(subject + " is not UTF-8", e);
        }
    }

    private static Map<String, Object> readObject(JsonParser parser, String subject) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new CorruptFileException(subject + " is not a JSON object");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (fields.put(name, readValue(parser, subject)) != null) {
                throw new CorruptFileException(subject + " has a field twice");
            }
        }
        if (parser.nextToken() != null) {
            throw new CorruptFileException(subject + " continues after the end of its JSON object");
        }
        return fields;
    }

    private static Object readValue(JsonParser parser, String subject) throws IOException {
        return switch (parser.nextToken()) {
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case START_ARRAY, START_OBJECT -> {
                skipChildren(parser, subject);
                yield OTHER;
            }
            default -> OTHER;
        };
    }

    private static void skipChildren(JsonParser parser, String subject) throws IOException {
        for (int depth = 1; depth > 0; ) {
            JsonToken token = parser.nextToken();
            if (token.isStructEnd()) {
                depth--;
            } else if (token.isStructStart() && ++depth > MAX_DEPTH) {
                throw new CorruptFileException(subject + " is nested more than " + MAX_DEPTH + " levels deep");
            }
        }
    }

    /**
     * Writes an object without blanks, in the form that parquet-java writes. If a text has an unpaired surrogate, which
     * UTF-8 does not have, all characters outside ASCII are escaped.
     *
     * @param fields the fields in their order, each a {@link String} or a {@link Boolean}
     */
    public static String write(Map<String, ?> fields) {
        String text = write(fields, false);
        return UNPAIRED_SURROGATE.matcher(text).find() ? write(fields, true) : text;
    }

    private static String write(Map<String, ?> fields, boolean ascii) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            if (ascii) {
                generator.setHighestNonEscapedChar(MAX_ASCII);
            }
            generator.writeStartObject();
            for (Map.Entry<String, ?> field : fields.entrySet()) {
                if (field.getValue() instanceof Boolean flag) {
                    generator.writeBooleanField(field.getKey(), flag);
                } else {
                    generator.writeStringField(field.getKey(), (String) field.getValue());
                }
            }
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }
}
