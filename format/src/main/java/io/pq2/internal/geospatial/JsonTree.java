package io.pq2.internal.geospatial;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.pq2.exception.InvalidDataException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON (RFC 8259) as a tree: objects are maps in the order of their fields, arrays are lists, text is
 * a {@link String}, true and false are {@link Boolean}, numbers are {@link Num}, null is {@link #NULL}.
 */
public final class JsonTree {

    /** The value null. */
    static final Object NULL = new Object();

    private static final int MAX_CHARACTERS = 16 << 20;
    private static final int MAX_DEPTH = 64;

    /** Uses only methods that Jackson 2.12 has, and has no tables or buffers that outlive a call. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.USE_THREAD_LOCAL_FOR_BUFFER_RECYCLING)
            .build();

    private final JsonParser parser;
    private final String subject;

    private JsonTree(JsonParser parser, String subject) {
        this.parser = parser;
        this.subject = subject;
    }

    /**
     * A number.
     *
     * @param text its digits, so that it can be written as it was
     */
    record Num(String text) {

        double value() {
            return Double.parseDouble(text);
        }
    }

    /**
     * Reads one value.
     *
     * @param subject the subject of error messages
     * @throws InvalidDataException if the text is too long, is not exactly one value, is nested too deeply, or repeats
     *     a field of an object
     */
    public static Object read(String text, String subject) {
        if (text.length() > MAX_CHARACTERS) {
            throw new InvalidDataException(
                    subject + " is too long: it has " + text.length() + " characters, the limit is " + MAX_CHARACTERS);
        }
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonTree tree = new JsonTree(parser, subject);
            Object value = tree.value(parser.nextToken(), 0);
            if (parser.nextToken() != null) {
                throw new InvalidDataException(subject + " continues after the end of its JSON value");
            }
            return value;
        } catch (JsonProcessingException e) {
            JsonLocation location = e.getLocation();
            String place = location == null ? "" : " at character " + location.getCharOffset();
            throw new InvalidDataException(
                    subject + " is not JSON: the syntax is wrong" + place + " of " + text.length());
        } catch (IOException e) {
            throw new InvalidDataException(subject + " cannot be parsed as JSON", e);
        }
    }

    private Object value(JsonToken token, int depth) throws IOException {
        if (token == null) {
            throw new InvalidDataException(subject + " is not JSON: it ends too early");
        }
        return switch (token) {
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Num(parser.getText());
            case START_OBJECT -> object(depth + 1);
            case START_ARRAY -> array(depth + 1);
            default -> NULL;
        };
    }

    private Map<String, Object> object(int depth) throws IOException {
        checkDepth(depth);
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (fields.put(name, value(parser.nextToken(), depth)) != null) {
                throw new InvalidDataException(subject + " has the field " + name + " twice in one object");
            }
        }
        return fields;
    }

    private List<Object> array(int depth) throws IOException {
        checkDepth(depth);
        List<Object> elements = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(token, depth));
        }
        return elements;
    }

    private void checkDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new InvalidDataException(subject + " is nested more than " + MAX_DEPTH + " levels deep");
        }
    }

    /** Writes a value without blanks. */
    static String write(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            write(value, generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(Object value, JsonGenerator generator) throws IOException {
        if (value instanceof Map<?, ?> fields) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                generator.writeFieldName((String) field.getKey());
                write(field.getValue(), generator);
            }
            generator.writeEndObject();
        } else if (value instanceof List<?> elements) {
            generator.writeStartArray();
            for (Object element : elements) {
                write(element, generator);
            }
            generator.writeEndArray();
        } else if (value instanceof String text) {
            generator.writeString(text);
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof Num number) {
            generator.writeNumber(number.text());
        } else {
            generator.writeNull();
        }
    }
}
