package io.pq2.keys;

import io.pq2.exception.InvalidDataException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The master keys of columns, with the text form of parquet-java: {@code key:column,column;key:column}. Names of keys
 * and columns cannot contain colons, commas and semicolons.
 *
 * @param byColumn master key ids by dotted paths of columns or groups, in the order of the text
 */
public record ColumnMasterKeys(Map<String, String> byColumn) {

    public ColumnMasterKeys {
        byColumn = Collections.unmodifiableMap(new LinkedHashMap<>(byColumn));
    }

    /**
     * Parses the text form. White space around names and empty parts between semicolons are ignored.
     *
     * @throws InvalidDataException if the text is malformed, or a column has two keys
     */
    public static ColumnMasterKeys parse(String text) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String part : text.split(";", -1)) {
            if (!part.isBlank()) {
                parse(part, text, keys);
            }
        }
        if (keys.isEmpty()) {
            throw malformed(text, "it has no columns");
        }
        return new ColumnMasterKeys(keys);
    }

    private static void parse(String part, String text, Map<String, String> keys) {
        List<String> sides = List.of(part.split(":", -1));
        if (sides.size() != 2) {
            throw malformed(text, "\"" + part.trim() + "\" is not a key, a colon and columns");
        }
        String key = sides.get(0).trim();
        if (key.isEmpty()) {
            throw malformed(text, "\"" + part.trim() + "\" has no key");
        }
        for (String name : sides.get(1).split(",", -1)) {
            String column = name.trim();
            if (column.isEmpty()) {
                throw malformed(text, "an empty column name for the key " + key);
            }
            if (keys.put(column, key) != null) {
                throw malformed(text, "the column " + column + " occurs twice");
            }
        }
    }

    private static InvalidDataException malformed(String text, String detail) {
        return new InvalidDataException(
                "the column keys \"" + text + "\" do not have the form key:column,column;key:column: " + detail);
    }

    /** Returns the text form. */
    public String text() {
        Map<String, List<String>> columns = byColumn.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        return columns.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + String.join(",", entry.getValue()))
                .collect(Collectors.joining(";"));
    }
}
