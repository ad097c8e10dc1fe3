package io.pq2.schema;

import org.jspecify.annotations.Nullable;

/** A node of a schema tree. */
public sealed interface Field permits PrimitiveField, GroupField {

    /**
     * Returns the name of the field, which is case-sensitive. Names in a group should be unique, but files exist in
     * which they are not.
     */
    String name();

    /** Returns how many times the field occurs in its parent. */
    Repetition repetition();

    /** Returns the meaning of the values; absent if the schema does not say. */
    @Nullable
    LogicalType logicalType();

    /** Returns the {@code field_id} that the writer gave to the field, if any. */
    @Nullable
    Integer fieldId();
}
