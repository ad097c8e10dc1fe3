package io.pq2.cli.internal.convert.json;

import io.pq2.cli.internal.convert.InferredColumn;
import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Infers the type of a field from its values. Objects become groups, arrays lists. */
final class JsonType {

    /** The number of fields in a schema, above which objects are probably maps. */
    private static final int MAX_FIELDS = 10_000;

    /** What a whole inference shares. */
    static final class Settings {

        private final boolean decimals;
        private final boolean conflictsAsText;
        private int fields;

        /**
         * Creates the settings.
         *
         * @param decimals whether numbers with a fraction are DECIMAL rather than DOUBLE
         * @param conflictsAsText whether values of different kinds make a field text
         */
        Settings(boolean decimals, boolean conflictsAsText) {
            this.decimals = decimals;
            this.conflictsAsText = conflictsAsText;
        }
    }

    private final Settings settings;
    private final String path;
    /** The kind of the values; null if all are null. */
    private @Nullable String kind;
    /** The file and line of the first value that is not null. */
    private String place = "";

    private boolean text;
    private @Nullable InferredColumn numbers;
    private @Nullable JsonType element;
    private final Map<String, JsonType> fields = new LinkedHashMap<>();

    /** @param path the dotted path of the field; empty for a row */
    JsonType(Settings settings, String path) {
        this.settings = settings;
        this.path = path;
        if (++settings.fields > MAX_FIELDS) {
            throw new InvalidDataException("the objects have more than " + MAX_FIELDS
                    + " different fields; give a schema in which objects with many names are maps (--schema)");
        }
    }

    /**
     * Adds a value.
     *
     * @param where the file and line of the value
     * @throws InvalidDataException if earlier values are of another kind
     */
    void add(@Nullable Object value, String where) {
        if (value == null || text) {
            return;
        }
        String added = JsonTree.kind(value);
        if (kind == null) {
            kind = added;
            place = where;
        } else if (!kind.equals(added)) {
            conflict(added, where);
            return;
        }
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, field) -> fields.computeIfAbsent(
                            String.valueOf(name),
                            key -> new JsonType(settings, path.isEmpty() ? key : path + "." + key))
                    .add(field, where));
        } else if (value instanceof List<?> list) {
            element = element == null ? new JsonType(settings, path) : element;
            for (Object each : list) {
                element.add(each, where);
            }
        } else if (value instanceof JsonNumber number) {
            numbers = numbers == null ? new InferredColumn(settings.decimals) : numbers;
            numbers.add(number.text());
        }
    }

    private void conflict(String added, String where) {
        if (!settings.conflictsAsText || path.isEmpty()) {
            throw new InvalidDataException("column " + path + " is " + kind + " in " + place + " and " + added + " in "
                    + where + "; give a schema (--schema), or --conflicts string to keep the JSON of both as text");
        }
        text = true;
        fields.clear();
        element = null;
    }

    /** Returns the fields of the values, which are objects. */
    List<Field> fields() {
        List<Field> children = new ArrayList<>();
        fields.forEach((name, type) -> children.add(type.field(name)));
        return children;
    }

    /**
     * Returns the optional field.
     *
     * @throws InvalidDataException if all values are objects without fields
     */
    private Field field(String name) {
        if (text || kind == null) {
            return string(name);
        } else if (element != null) {
            return GroupField.list(name, Repetition.OPTIONAL, element.field("element"));
        } else if (numbers != null) {
            return numbers.field(name);
        } else if (kind.equals(JsonTree.kind(Map.of()))) {
            return group(name);
        } else if (kind.equals(JsonTree.kind(true))) {
            return new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.BOOLEAN);
        }
        return string(name);
    }

    private Field group(String name) {
        if (!fields.isEmpty()) {
            return new GroupField(name, Repetition.OPTIONAL, fields());
        } else if (settings.conflictsAsText) {
            return string(name);
        }
        throw new InvalidDataException("column " + path + " has only objects without fields, as in " + place
                + ", which Parquet has no type for; give a schema (--schema), or --conflicts string to keep their JSON"
                + " as text");
    }

    private static Field string(String name) {
        return new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
    }
}
