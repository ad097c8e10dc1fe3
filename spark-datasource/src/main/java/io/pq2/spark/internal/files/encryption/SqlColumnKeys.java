package io.pq2.spark.internal.files.encryption;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.util.AttributeNameParser$;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Translates the column names of {@value HadoopEncryption#COLUMN_KEYS} from SQL to paths of the file schema.
 *
 * <p>The text has parquet-java's form, {@code key:column,column;key:column}. Columns are named as in a query: fields of
 * structs after a dot, also for structs in an array; names with dots or other special characters in backticks;
 * {@code element} for the elements of an array; {@code key} and {@code value} for those of a map. The name of a group
 * means all columns in it. Paths of the file schema, as parquet-java expects them, are accepted too.
 */
public final class SqlColumnKeys {

    private static final String KEY = HadoopEncryption.COLUMN_KEYS;

    /** Separators in the text that the writer parses. That text has no quoting. */
    private static final List<String> SEPARATORS = List.of(":", ",", ";");

    private final Schema schema;
    private final List<String> partitionColumns;
    private final boolean caseSensitive;

    /**
     * @param schema the schema of the files
     * @param partitionColumns the names of columns that are not in files; may be incomplete
     * @param caseSensitive whether names are case-sensitive
     */
    SqlColumnKeys(Schema schema, List<String> partitionColumns, boolean caseSensitive) {
        this.schema = schema;
        this.partitionColumns = partitionColumns;
        this.caseSensitive = caseSensitive;
    }

    /**
     * Returns the text with paths in place of names.
     *
     * @throws InvalidDataException if the text is malformed, names a missing column, or names a column twice
     */
    String toPaths(String columnKeys) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (Entry entry : entries(columnKeys)) {
            String path = path(entry.name());
            if (SEPARATORS.stream().anyMatch(path::contains)) {
                throw new InvalidDataException(KEY + ": the column " + entry.name()
                        + " cannot have a key, because its name contains one of " + SEPARATORS);
            }
            if (keys.putIfAbsent(path, entry.key()) != null) {
                throw new InvalidDataException(KEY + " names the column " + path + " more than once");
            }
        }
        return text(keys.entrySet().stream()
                .map(entry -> new Entry(entry.getValue(), entry.getKey()))
                .toList());
    }

    /**
     * Returns the text with the keys of more columns. A column that both texts name gets its new key. Names of missing
     * columns remain.
     *
     * @param columnKeys the present text
     * @param added the text with the new keys
     * @throws InvalidDataException if a text is malformed
     */
    String merge(String columnKeys, String added) {
        List<Entry> addedEntries = entries(added);
        Set<String> replaced = new HashSet<>();
        addedEntries.forEach(entry -> replaced.addAll(leaves(entry.name())));
        List<Entry> merged = new ArrayList<>();
        for (Entry entry : entries(columnKeys)) {
            List<String> leaves = leaves(entry.name());
            List<String> kept =
                    leaves.stream().filter(leaf -> !replaced.contains(leaf)).toList();
            if (kept.size() == leaves.size()) {
                merged.add(entry);
            } else {
                kept.forEach(leaf -> merged.add(new Entry(entry.key(), leaf)));
            }
        }
        merged.addAll(addedEntries);
        return text(merged);
    }

    /** Returns the paths of the leaf columns that a name denotes, or the name if there are none. */
    private List<String> leaves(String name) {
        try {
            String path = path(name);
            return schema.columns().stream()
                    .filter(column -> column.isAtOrBelow(path))
                    .map(Column::dottedPath)
                    .toList();
        } catch (InvalidDataException e) {
            return List.of(name);
        }
    }

    /** The key of a column, which is a name in SQL or a path. */
    private record Entry(String key, String name) {}

    private static List<Entry> entries(String columnKeys) {
        List<Entry> entries = new ArrayList<>();
        for (String part : split(columnKeys, ';')) {
            if (part.isBlank()) {
                continue;
            }
            List<String> sides = split(part, ':');
            if (sides.size() != 2 || sides.get(0).isBlank()) {
                throw new InvalidDataException(KEY + ": \"" + part.trim()
                        + "\" does not have the form key:column,column (special characters need `backticks`)");
            }
            for (String name : split(sides.get(1), ',')) {
                entries.add(new Entry(sides.get(0).trim(), name.trim()));
            }
        }
        return entries;
    }

    /** Returns the text form. Columns with the same key are listed together. */
    private static String text(List<Entry> entries) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        entries.forEach(entry ->
                names.computeIfAbsent(entry.key(), key -> new ArrayList<>()).add(entry.name()));
        return names.entrySet().stream()
                .map(entry -> entry.getKey() + ':' + String.join(",", entry.getValue()))
                .collect(Collectors.joining(";"));
    }

    /** Splits a text at a separator outside of backticks. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '`') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private String path(String name) {
        if (name.isEmpty()) {
            throw new InvalidDataException(KEY + " contains an empty column name");
        }
        List<String> parts = parts(name);
        Shape shape = find(schema.shape(), parts, 0);
        if (shape != null) {
            return String.join(".", pathOf(shape));
        }
        if (schema.columns().stream().anyMatch(column -> column.isAtOrBelow(name))) {
            return name;
        }
        if (partitionColumns.stream().anyMatch(column -> parts.size() == 1 && isSame(column, parts.get(0)))) {
            throw new InvalidDataException(KEY + " names the column " + name
                    + ", a partition column; its values are in directory names and cannot be encrypted");
        }
        throw new InvalidDataException(KEY + " names the column " + name
                + ", which does not exist in the files; their columns are "
                + String.join(
                        ", ", schema.columns().stream().map(Column::dottedPath).toList()));
    }

    private static List<String> parts(String name) {
        try {
            return CollectionConverters.asJava(AttributeNameParser$.MODULE$.parseAttributeName(name));
        } catch (Exception e) { // Scala does not declare checked exceptions
            if (e instanceof AnalysisException) {
                throw new InvalidDataException(KEY + ": " + name + " is not a valid column name: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    /**
     * Returns the shape that some names denote, relative to another shape.
     *
     * @param index the index of the first name
     * @return the shape; absent if there is none
     */
    private @Nullable Shape find(@Nullable Shape shape, List<String> names, int index) {
        if (shape == null || index == names.size()) {
            return shape;
        }
        String name = names.get(index);
        if (shape instanceof Shape.Struct struct) {
            return find(child(struct, name), names, index + 1);
        } else if (shape instanceof Shape.Array array) {
            // As in a query, a field of an array of structs is the array of the field's values.
            Shape field = array.element() instanceof Shape.Struct ? find(array.element(), names, index) : null;
            return field != null || !isSame(name, "element") ? field : find(array.element(), names, index + 1);
        } else if (shape instanceof Shape.Map map) {
            return isSame(name, "key")
                    ? find(map.key(), names, index + 1)
                    : isSame(name, "value") ? find(map.value(), names, index + 1) : null;
        }
        return null;
    }

    private @Nullable Shape child(Shape.Struct struct, String name) {
        List<Shape> hits = struct.children().stream()
                .filter(child -> isSame(child.name(), name))
                .toList();
        if (hits.size() > 1) {
            throw new InvalidDataException(KEY + " names the column " + name + ", which is ambiguous: "
                    + String.join(", ", hits.stream().map(Shape::name).toList()));
        }
        return hits.isEmpty() ? null : hits.get(0);
    }

    private boolean isSame(String name, String other) {
        return caseSensitive ? name.equals(other) : name.equalsIgnoreCase(other);
    }

    /** Returns the longest common prefix of the paths of the columns below a shape. */
    private static List<String> pathOf(Shape shape) {
        List<Column> columns = shape.columns();
        List<String> common = columns.get(0).path();
        for (Column column : columns) {
            int same = 0;
            while (same < common.size() && common.get(same).equals(column.path().get(same))) {
                same++;
            }
            common = common.subList(0, same);
        }
        return common;
    }
}
