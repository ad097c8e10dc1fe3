package io.pq2.schema;

import java.util.List;
import java.util.Objects;

/**
 * A field that has fields.
 *
 * @param name the name among its siblings
 * @param repetition how often it occurs in its parent
 * @param fields its fields in the order of the schema; empty only in files that break the rules
 * @param logicalType what the group means, null if the schema does not say
 * @param fieldId the writer's number for it, null if there is none
 */
public record GroupField(
        String name, Repetition repetition, List<Field> fields, LogicalType logicalType, Integer fieldId)
        implements Field {

    public GroupField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(repetition, "repetition");
        fields = List.copyOf(fields);
    }

    /** A plain group without logical type and number. */
    public GroupField(String name, Repetition repetition, List<Field> fields) {
        this(name, repetition, fields, null, null);
    }

    /** A list in the format's three-level form: {@code name (LIST) { repeated group list { element } }}. */
    public static GroupField list(String name, Repetition repetition, Field element) {
        GroupField repeated = new GroupField("list", Repetition.REPEATED, List.of(element));
        return new GroupField(name, repetition, List.of(repeated), new LogicalType.ListType(), null);
    }

    /** A map in the format's three-level form: {@code name (MAP) { repeated group key_value { key; value } }}. */
    public static GroupField map(String name, Repetition repetition, Field key, Field value) {
        GroupField repeated = new GroupField("key_value", Repetition.REPEATED, List.of(key, value));
        return new GroupField(name, repetition, List.of(repeated), new LogicalType.MapType(), null);
    }
}
