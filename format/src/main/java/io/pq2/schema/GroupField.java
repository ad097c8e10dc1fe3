package io.pq2.schema;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field that contains fields.
 *
 * @param name name of the field
 * @param repetition how many times it occurs in its parent
 * @param fields fields of the group in the order of the schema; empty only in files that violate the specification
 * @param logicalType meaning of the group; absent if the schema does not say
 * @param fieldId {@code field_id} that the writer gave to the field, if any
 */
public record GroupField(
        String name,
        Repetition repetition,
        List<Field> fields,
        @Nullable LogicalType logicalType,
        @Nullable Integer fieldId)
        implements Field {

    public GroupField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(repetition, "repetition");
        fields = List.copyOf(fields);
    }

    /** Creates a group without logical type and field id. */
    public GroupField(String name, Repetition repetition, List<Field> fields) {
        this(name, repetition, fields, null, null);
    }

    /**
     * Returns a list in the three-level form of LogicalTypes.md: {@code name (LIST) { repeated group list { element }
     * }}.
     *
     * @param element field of the elements
     */
    public static GroupField list(String name, Repetition repetition, Field element) {
        GroupField repeated = new GroupField("list", Repetition.REPEATED, List.of(element));
        return new GroupField(name, repetition, List.of(repeated), new LogicalType.ListType(), null);
    }

    /**
     * Returns a map in the form of LogicalTypes.md: {@code name (MAP) { repeated group key_value { key; value } }}.
     *
     * @param key field of the keys
     * @param value field of the values
     */
    public static GroupField map(String name, Repetition repetition, Field key, Field value) {
        GroupField repeated = new GroupField("key_value", Repetition.REPEATED, List.of(key, value));
        return new GroupField(name, repetition, List.of(repeated), new LogicalType.MapType(), null);
    }
}
