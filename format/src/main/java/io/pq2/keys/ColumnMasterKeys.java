package io.pq2.keys;

import io.pq2.exception.InvalidDataException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which master keys columns have, as parquet-java writes it in one line: {@code key:column,column;key:column}. Neither keys nor columns can
 * have one of the three marks in their names.
 *
 * @param byColumn master keys by dotted paths of columns or groups, in the order of the text
 */
public record ColumnMasterKeys(Map<String, String> byColumn) {

    public ColumnMasterKeys {
        byColumn = Collections.unmodifiableMap(new LinkedHashMap<>(byColumn));
    }

    /**
     * Takes a text apart. Blanks around names do not count, nor does nothing between two semicolons.
     *
     * @throws InvalidDataException if it is not of that form, or a column has two keys
     */
    public static ColumnMasterKeys parse(String text) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String part : text.split(";", -1)) {
            if (!part.isBlank()) {
                parse(part, text, keys);
            }
        }
        if (keys.isEmpty()) {
            throw wrong(text, "it names no column");
        }
        return new ColumnMasterKeys(keys);
    }

    private static void parse(String part, String text, Map<String, String> keys) {
        List<String> sides = List.of(part.split(":", -1));
        if (sides.size() != 2) {
            throw wrong(text, "\"" + part.trim() + "\" is not a key, a colon and columns");
        }
        String key = sides.get(0).trim();
        if (key.isEmpty()) {
            throw wrong(text, "\"" + part.trim() + "\" names no key");
        }
        for (String name : sides.get(1).split(",", -1)) {
            String column = name.trim();
            if (column.isEmpty()) {
                throw wrong(text, "a column of the key " + key + " has no name");
            }
            if (keys.put(column, key) != null) {
                throw wrong(text, "the column " + column + " stands there twice");
            }
        }
    }

    private static InvalidDataException wrong(String text, String detail) {
        return new InvalidDataException(
                "the keys of columns are \"" + text + "\", which is not key:column,column;key:column: " + detail);
    }

    /** The text that {@link #parse} takes apart. */
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
