package io.pq2.cli.internal.convert.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.pq2.cli.internal.convert.TextValues;
import io.pq2.cli.internal.convert.UnfitValueException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON values in memory: null, Boolean, {@link JsonNumber}, String, a List of values, or a Map of values by name in the
 * order of the text.
 */
public final class JsonTree {

    private static final int MAX_DEPTH = 200;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private JsonTree() {}

    /** Returns a parser of a text, which closes the reader. */
    static JsonParser parser(Reader text) throws IOException {
        return FACTORY.createParser(text);
    }

    /**
     * Parses one value.
     *
     * @throws UnfitValueException if the text is not JSON
     */
    public static @Nullable Object parse(String text) throws UnfitValueException {
        try (JsonParser parser = parser(new StringReader(text))) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw new UnfitValueException("", "the field is empty, and has to be JSON");
            }
            Object value = read(parser, 0);
            if (parser.nextToken() != null) {
                throw new UnfitValueException("", TextValues.shown(text) + " has something after its JSON");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new UnfitValueException("", TextValues.shown(text) + " is no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    /**
     * Reads the value at whose first token the parser is. The parser is at its last token afterwards.
     *
     * @param depth the number of objects and arrays around the value
     */
    static @Nullable Object read(JsonParser parser, int depth) throws IOException, UnfitValueException {
        JsonToken token = parser.currentToken();
        if (depth > MAX_DEPTH) {
            throw new UnfitValueException("", "there are more than " + MAX_DEPTH + " objects and arrays in each other");
        }
        return switch (token) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
            case VALUE_STRING -> parser.getText();
            case START_ARRAY -> array(parser, depth);
            case START_OBJECT -> object(parser, depth);
            default -> throw new IllegalStateException("no value begins with " + token);
        };
    }

    private static List<@Nullable Object> array(JsonParser parser, int depth) throws IOException, UnfitValueException {
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(read(parser, depth + 1));
        }
        return elements;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser, int depth)
            throws IOException, UnfitValueException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.getText();
            parser.nextToken();
            fields.put(name, read(parser, depth + 1));
        }
        return fields;
    }

    /** Returns the JSON of a value. */
    static String text(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(value, json);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }

    private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(String.valueOf(entry.getKey()));
                write(entry.getValue(), json);
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(element, json);
            }
            json.writeEndArray();
        } else if (value instanceof JsonNumber number) {
            json.writeNumber(number.text());
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }

    /** Returns the kind of a value in messages. */
    static String kind(@Nullable Object value) {
        if (value instanceof Map) {
            return "an object";
        } else if (value instanceof List) {
            return "an array";
        } else if (value instanceof JsonNumber) {
            return "a number";
        } else if (value instanceof Boolean) {
            return "a boolean";
        }
        return value == null ? "null" : "a string";
    }
}
