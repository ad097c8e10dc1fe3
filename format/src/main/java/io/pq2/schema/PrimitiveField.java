package io.pq2.schema;

import java.util.Objects;

/**
 * A leaf of a schema: a column.
 *
 * @param name the name among its siblings
 * @param repetition how often it occurs in its parent
 * @param physicalType what its values are stored as
 * @param typeLength bytes a value for FIXED_LEN_BYTE_ARRAY, at least 1; 0 for the other types
 * @param logicalType what its values mean, null if the schema does not say
 * @param fieldId the writer's number for it, null if there is none
 */
public record PrimitiveField(
        String name,
        Repetition repetition,
        PhysicalType physicalType,
        int typeLength,
        LogicalType logicalType,
        Integer fieldId)
        implements Field {

    public PrimitiveField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(repetition, "repetition");
        Objects.requireNonNull(physicalType, "physicalType");
        boolean fixed = physicalType == PhysicalType.FIXED_LEN_BYTE_ARRAY;
        if (fixed ? typeLength < 1 : typeLength != 0) {
            throw new IllegalArgumentException(
                    "field " + name + " of type " + physicalType + " with a type_length of " + typeLength);
        }
    }

    /** A field without type length, logical type and number. */
    public PrimitiveField(String name, Repetition repetition, PhysicalType physicalType) {
        this(name, repetition, physicalType, 0, null, null);
    }

    /** A field without type length and number. */
    public PrimitiveField(String name, Repetition repetition, PhysicalType physicalType, LogicalType logicalType) {
        this(name, repetition, physicalType, 0, logicalType, null);
    }
}
