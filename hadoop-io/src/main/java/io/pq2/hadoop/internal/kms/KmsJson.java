package io.pq2.hadoop.internal.kms;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses JSON (RFC 8259) from a KMS: objects as maps, arrays as lists, strings; all other values as {@link #OTHER}.
 *
 * <p>The content may be a key. Jackson's exceptions quote their input, so they are neither quoted nor kept as a cause.
 */
final class KmsJson {

    /** A number, a boolean or null. */
    static final Object OTHER = new Object();

    private static final int MAX_DEPTH = 32;

    /**
     * Keeps nothing of what it parses: it has no table of field names and no buffers that belong to threads. Uses only
     * methods that Jackson 2.12 has.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.USE_THREAD_LOCAL_FOR_BUFFER_RECYCLING)
            .build();

    private KmsJson() {}

    /** The text is not valid JSON, repeats a field, or is nested too deeply. */
    static final class SyntaxException extends Exception {

        private static final long serialVersionUID = 1L;

        SyntaxException(String message) {
            super(message);
        }
    }

    /** Parses a single JSON value in UTF-8. Malformed UTF-8 becomes replacement characters. */
    static Object parse(byte[] json) throws SyntaxException {
        return parse(new String(json, UTF_8));
    }

    /** Parses a single JSON value. */
    static Object parse(String text) throws SyntaxException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            Object value = value(parser, parser.nextToken(), 0);
            if (parser.nextToken() != null) {
                throw syntaxError(text);
            }
            return value;
        } catch (IOException | InvalidJsonException e) {
            throw syntaxError(text);
        }
    }

    /** Marks a repeated field, missing content or deep nesting, which Jackson accepts or reports in other ways. */
    private static final class InvalidJsonException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InvalidJsonException() {
            super(null, null, false, false);
        }
    }

    private static SyntaxException syntaxError(String text) {
        return new SyntaxException("not JSON: " + text.length() + " characters");
    }

    /** Returns the value at the end of a path of field names; null if there is none. */
    static @Nullable Object get(@Nullable Object value, String... names) {
        Object current = value;
        for (String name : names) {
            current = current instanceof Map<?, ?> fields ? fields.get(name) : null;
        }
        return current;
    }

    private static Object value(JsonParser parser, @Nullable JsonToken token, int depth) throws IOException {
        if (token == null || depth > MAX_DEPTH) {
            throw new InvalidJsonException();
        }
        return switch (token) {
            case START_OBJECT -> object(parser, depth);
            case START_ARRAY -> array(parser, depth);
            case VALUE_STRING -> parser.getText();
            default -> OTHER;
        };
    }

    private static Map<String, Object> object(JsonParser parser, int depth) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (fields.put(name, value(parser, parser.nextToken(), depth + 1)) != null) {
                throw new InvalidJsonException();
            }
        }
        return fields;
    }

    private static List<Object> array(JsonParser parser, int depth) throws IOException {
        List<Object> elements = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(parser, token, depth + 1));
        }
        return elements;
    }
}
