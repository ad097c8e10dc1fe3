package io.pq2.cli.internal.convert.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.cli.internal.convert.Utf8Text;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of a file: one after another, or the elements of one array. */
final class JsonObjects implements Closeable {

    private final String name;
    private final Reader text;
    private final JsonParser parser;
    private boolean begun;
    private boolean inArray;
    private int line = 1;

    JsonObjects(InputFile file) throws IOException {
        this.name = file.location();
        this.text = Utf8Text.open(file);
        this.parser = JsonTree.parser(text);
    }

    /**
     * Returns the next object; null after the last one.
     *
     * @throws InvalidDataException if the text is not JSON, or the next value is no object
     */
    @Nullable
    Map<?, ?> next() throws IOException {
        try {
            JsonToken token = parser.nextToken();
            if (!begun && token == JsonToken.START_ARRAY) {
                inArray = true;
                token = parser.nextToken();
            }
            begun = true;
            if (inArray && token == JsonToken.END_ARRAY) {
                inArray = false;
                token = parser.nextToken();
                if (token != null) {
                    throw new InvalidDataException(place() + ": something follows the array; a file has one array, or"
                            + " objects one after another");
                }
            }
            if (token == null) {
                return null;
            }
            line = currentLine();
            Object value = JsonTree.read(parser, 0);
            if (value instanceof Map<?, ?> object) {
                return object;
            }
            throw new InvalidDataException(
                    place() + ": a row is an object such as {\"id\": 1}, not " + JsonTree.kind(value));
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? place()
                    : name + ", line " + e.getLocation().getLineNr();
            throw new InvalidDataException(where + ": " + e.getOriginalMessage(), e);
        } catch (CharacterCodingException e) {
            throw Utf8Text.notUtf8(place(), e);
        } catch (UnfitValueException e) {
            throw new InvalidDataException(place() + ": " + e.getMessage(), e);
        }
    }

    @SuppressWarnings("deprecation") // Its successor is not in Jackson 2.12, which Hadoop ships.
    private int currentLine() {
        return parser.getTokenLocation().getLineNr();
    }

    /** Returns the file and the line in which the last object begins. */
    String place() {
        return name + ", line " + line;
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
