package io.pq2.spark.internal.encryption;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.util.AttributeNameParser$;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Which columns are encrypted with which master keys, by the columns' names in SQL, as the paths that they have in a file's schema.
 *
 * <p>The text is that of parquet-java, {@code key:column,column;key:column}. A column is named as a query does it: fields of structs
 * behind a dot, also of structs in an array, names with dots or other signs in backticks; {@code element} stands for the elements of an
 * array, {@code key} and {@code value} for those of a map. What has columns below it stands for all of them. A path of the file's
 * schema, as parquet-java wants it, is understood as well.
 */
public final class SqlColumnKeys {

    private static final String KEY = HadoopEncryption.COLUMN_KEYS;

    /** What has a meaning in the text that files are written by; it has no quotes. */
    private static final List<String> MARKS = List.of(":", ",", ";");

    private final Schema schema;
    private final List<String> partitionColumns;
    private final boolean caseSensitive;

    /**
     * @param schema what is written
     * @param partitionColumns the names of columns that are not in files, as far as they are known
     * @param caseSensitive whether names are compared as they are; otherwise letters are equal in either case
     */
    SqlColumnKeys(Schema schema, List<String> partitionColumns, boolean caseSensitive) {
        this.schema = schema;
        this.partitionColumns = partitionColumns;
        this.caseSensitive = caseSensitive;
    }

    /**
     * The text with paths in the place of names.
     *
     * @throws InvalidDataException if the text is not of its form, names a column that there is not, or one twice
     */
    String toPaths(String columnKeys) {
        Map<String, String> keys = new LinkedHashMap<>();
        List<String> entries = new ArrayList<>();
        for (String entry : split(columnKeys, ';')) {
            if (entry.isBlank()) {
                continue;
            }
            List<String> parts = split(entry, ':');
            if (parts.size() != 2 || parts.get(0).isBlank()) {
                throw new InvalidDataException(KEY + ": \"" + entry.trim()
                        + "\" is not of the form key:column,column (names with other signs in `backticks`)");
            }
            String key = parts.get(0).trim();
            List<String> paths = new ArrayList<>();
            for (String name : split(parts.get(1), ',')) {
                String path = path(name.trim());
                if (MARKS.stream().anyMatch(path::contains)) {
                    throw new InvalidDataException(KEY + ": no key can be given to the column " + name.trim()
                            + ", for its name has one of " + MARKS);
                }
                if (keys.putIfAbsent(path, key) != null) {
                    throw new InvalidDataException(KEY + " names the column " + path + " more than once");
                }
                paths.add(path);
            }
            entries.add(key + ':' + String.join(",", paths));
        }
        return String.join(";", entries);
    }

    /** Cuts a text where a sign stands that is not in backticks. */
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
            throw new InvalidDataException(KEY + " has an empty name of a column");
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
            throw new InvalidDataException(
                    KEY + " names the column " + name
                            + ", by which the table is partitioned: its values stand in the names of directories and cannot be encrypted");
        }
        throw new InvalidDataException(KEY + " names the column " + name
                + ", which the files do not have; their columns are "
                + String.join(
                        ", ", schema.columns().stream().map(Column::dottedPath).toList()));
    }

    private static List<String> parts(String name) {
        try {
            return CollectionConverters.asJava(AttributeNameParser$.MODULE$.parseAttributeName(name));
        } catch (Exception e) { // Scala does not declare what it throws
            if (e instanceof AnalysisException) {
                throw new InvalidDataException(KEY + ": " + name + " is no name of a column: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    /** What the names from an index on mean below a shape; null if nothing. */
    private Shape find(Shape shape, List<String> names, int index) {
        if (shape == null || index == names.size()) {
            return shape;
        }
        String name = names.get(index);
        if (shape instanceof Shape.Struct struct) {
            return find(child(struct, name), names, index + 1);
        } else if (shape instanceof Shape.Array array) {
            // As in a query: a field of an array of structs is the array of that field.
            Shape field = array.element() instanceof Shape.Struct ? find(array.element(), names, index) : null;
            return field != null || !isSame(name, "element") ? field : find(array.element(), names, index + 1);
        } else if (shape instanceof Shape.Map map) {
            return isSame(name, "key")
                    ? find(map.key(), names, index + 1)
                    : isSame(name, "value") ? find(map.value(), names, index + 1) : null;
        }
        return null;
    }

    private Shape child(Shape.Struct struct, String name) {
        List<Shape> hits = struct.children().stream()
                .filter(child -> isSame(child.name(), name))
                .toList();
        if (hits.size() > 1) {
            throw new InvalidDataException(KEY + " names the column " + name + ", and there are "
                    + String.join(", ", hits.stream().map(Shape::name).toList()));
        }
        return hits.isEmpty() ? null : hits.get(0);
    }

    private boolean isSame(String name, String other) {
        return caseSensitive ? name.equals(other) : name.equalsIgnoreCase(other);
    }

    /** The names that the columns below a shape have in common. */
    private static List<String> pathOf(Shape shape) {
        List<Column> columns = new ArrayList<>();
        shape.collectColumns(columns);
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
