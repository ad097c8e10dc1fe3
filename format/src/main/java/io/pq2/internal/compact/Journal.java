package io.pq2.internal.compact;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a commit is about to do, as JSON in a file.
 *
 * @param commit the identifier of the commit, which is in the names of its files
 * @param target the name of the new file when it is visible
 * @param bytes the length of the new file in bytes
 * @param sources the files that the new one replaces
 */
record Journal(String commit, String target, long bytes, List<Source> sources) {

    private static final JsonFactory JSON = new JsonFactory();

    /**
     * A file that will be deleted.
     *
     * @param name its name
     * @param bytes its length in bytes
     * @param modified the time of its last change in milliseconds since 1970
     */
    record Source(String name, long bytes, long modified) {}

    Journal {
        sources = List.copyOf(sources);
    }

    String toJson() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("commit", commit);
            json.writeStringField("new_file", target);
            json.writeNumberField("bytes", bytes);
            json.writeArrayFieldStart("old_files");
            for (Source source : sources) {
                json.writeStartObject();
                json.writeStringField("name", source.name());
                json.writeNumberField("bytes", source.bytes());
                json.writeNumberField("modified", source.modified());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }

    /** Reads a journal; returns null if the text is not complete, so that the commit did not begin. */
    static @Nullable Journal parse(String text) throws IOException {
        try (JsonParser json = JSON.createParser(text)) {
            return json.nextToken() == JsonToken.START_OBJECT ? parse(json) : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static @Nullable Journal parse(JsonParser json) throws IOException {
        String commit = null;
        String target = null;
        long bytes = -1;
        List<Source> sources = new ArrayList<>();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            JsonToken token = json.nextToken();
            switch (name) {
                case "commit" -> commit = fileName(json.getText());
                case "new_file" -> target = fileName(json.getText());
                case "bytes" -> bytes = json.getLongValue();
                case "old_files" -> {
                    while (token == JsonToken.START_ARRAY && json.nextToken() == JsonToken.START_OBJECT) {
                        sources.add(source(json));
                    }
                }
                default -> json.skipChildren();
            }
        }
        if (commit == null || target == null || bytes < 0 || sources.isEmpty()) {
            throw new IOException("the journal of a compaction has not all fields; remove the directory "
                    + WorkNames.DIRECTORY + " only after comparing the files with the table's rows");
        }
        return new Journal(commit, target, bytes, sources);
    }

    private static Source source(JsonParser json) throws IOException {
        String file = "";
        long bytes = -1;
        long modified = -1;
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            switch (name) {
                case "name" -> file = fileName(json.getText());
                case "bytes" -> bytes = json.getLongValue();
                case "modified" -> modified = json.getLongValue();
                default -> json.skipChildren();
            }
        }
        return new Source(file, bytes, modified);
    }

    /** Checks that a name stays in its directory: the files that it names are deleted. */
    private static String fileName(String name) throws IOException {
        if (name.isEmpty() || name.contains("/") || name.contains("\\") || name.equals("..") || name.equals(".")) {
            throw new IOException("the journal of a compaction names a file outside of the directory");
        }
        return name;
    }
}
