package io.pq2.internal.inspect;

import io.pq2.inspect.SchemaDifference;
import io.pq2.inspect.SchemaDifference.Kind;
import io.pq2.internal.schema.AnnotationText;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the differences between two schemas. */
public final class SchemaComparison {

    private final List<SchemaDifference> differences = new ArrayList<>();

    private SchemaComparison() {}

    /** Returns the differences in the order of the fields of {@code left}. */
    public static List<SchemaDifference> differences(Schema left, Schema right) {
        SchemaComparison comparison = new SchemaComparison();
        comparison.fields("", left.fields(), right.fields());
        return List.copyOf(comparison.differences);
    }

    /** A field and its number among the fields with the same name, which a group may have. */
    private record Key(String name, int occurrence) {}

    private static Map<Key, Field> byName(List<Field> fields) {
        Map<Key, Field> byName = new LinkedHashMap<>();
        Map<String, Integer> seen = new LinkedHashMap<>();
        for (Field field : fields) {
            byName.put(new Key(field.name(), seen.merge(field.name(), 1, Integer::sum)), field);
        }
        return byName;
    }

    private void fields(String parent, List<Field> left, List<Field> right) {
        Map<Key, Field> lefts = byName(left);
        Map<Key, Field> rights = byName(right);
        List<Key> commonLeft =
                lefts.keySet().stream().filter(rights::containsKey).toList();
        List<Key> commonRight =
                rights.keySet().stream().filter(lefts::containsKey).toList();
        lefts.forEach((key, field) -> {
            String path = parent.isEmpty() ? field.name() : parent + "." + field.name();
            Field other = rights.get(key);
            if (other == null) {
                add(path, Kind.REMOVED, text(field), null);
            } else {
                int leftPosition = commonLeft.indexOf(key);
                int rightPosition = commonRight.indexOf(key);
                compare(path, Kind.POSITION, String.valueOf(leftPosition), String.valueOf(rightPosition));
                field(path, field, other);
            }
        });
        rights.forEach((key, field) -> {
            if (!lefts.containsKey(key)) {
                add(parent.isEmpty() ? field.name() : parent + "." + field.name(), Kind.ADDED, null, text(field));
            }
        });
    }

    private void field(String path, Field left, Field right) {
        compare(path, Kind.REPETITION, repetition(left), repetition(right));
        compare(path, Kind.TYPE, type(left), type(right));
        compare(path, Kind.LOGICAL_TYPE, annotation(left), annotation(right));
        compare(path, Kind.FIELD_ID, id(left), id(right));
        if (left instanceof GroupField leftGroup && right instanceof GroupField rightGroup) {
            fields(path, leftGroup.fields(), rightGroup.fields());
        }
    }

    private void compare(String path, Kind kind, @Nullable String left, @Nullable String right) {
        if (!Objects.equals(left, right)) {
            add(path, kind, left, right);
        }
    }

    private void add(String path, Kind kind, @Nullable String left, @Nullable String right) {
        differences.add(new SchemaDifference(path, kind, left, right));
    }

    private static String text(Field field) {
        String annotation = annotation(field);
        return repetition(field) + " " + type(field) + (annotation == null ? "" : " (" + annotation + ")");
    }

    private static String repetition(Field field) {
        return field.repetition().name().toLowerCase(Locale.ROOT);
    }

    private static String type(Field field) {
        if (field instanceof PrimitiveField leaf) {
            return switch (leaf.physicalType()) {
                case BYTE_ARRAY -> "binary";
                case FIXED_LEN_BYTE_ARRAY -> "fixed_len_byte_array(" + leaf.typeLength() + ")";
                case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE ->
                    leaf.physicalType().name().toLowerCase(Locale.ROOT);
            };
        }
        return "group";
    }

    private static @Nullable String annotation(Field field) {
        return field.logicalType() instanceof LogicalType.UnrecognizedType unrecognized
                ? unrecognized.description()
                : AnnotationText.write(field.logicalType());
    }

    private static @Nullable String id(Field field) {
        return field.fieldId() == null ? null : field.fieldId().toString();
    }
}
