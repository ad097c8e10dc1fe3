package io.pq2.schema;

/** A node of a schema's tree. */
public sealed interface Field permits PrimitiveField, GroupField {

    /** The name among its siblings; case matters to the format. */
    String name();

    /** How often the field occurs in its parent. */
    Repetition repetition();

    /** What the values mean, null if the schema does not say. */
    LogicalType logicalType();

    /** The number that the writer gave the field ({@code field_id}), null if it gave none. */
    Integer fieldId();
}
