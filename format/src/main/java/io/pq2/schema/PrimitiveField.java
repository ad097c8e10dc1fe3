package io.pq2.schema;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A leaf of a schema, which is a column.
 *
 * @param name name of the field
 * @param repetition how many times it occurs in its parent
 * @param physicalType type in which its values are stored
 * @param typeLength bytes per value of a FIXED_LEN_BYTE_ARRAY, at least 1; 0 for other types
 * @param logicalType meaning of the values; absent if the schema does not say
 * @param fieldId {@code field_id} that the writer gave to the field, if any
 */
public record PrimitiveField(
        String name,
        Repetition repetition,
        PhysicalType physicalType,
        int typeLength,
        @Nullable LogicalType logicalType,
        @Nullable Integer fieldId)
        implements Field {

    /**
     * Checks the length.
     *
     * @throws IllegalArgumentException if the type length is not allowed for the physical type
     */
    public PrimitiveField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(repetition, "repetition");
        Objects.requireNonNull(physicalType, "physicalType");
        boolean fixed = physicalType == PhysicalType.FIXED_LEN_BYTE_ARRAY;
        if (fixed ? typeLength < 1 : typeLength != 0) {
            throw new IllegalArgumentException(
                    "field " + name + " of type " + physicalType + " with type_length " + typeLength);
        }
    }

    /**
     * Creates a field without type length, logical type and field id.
     *
     * @throws IllegalArgumentException if the physical type is FIXED_LEN_BYTE_ARRAY
     */
    public PrimitiveField(String name, Repetition repetition, PhysicalType physicalType) {
        this(name, repetition, physicalType, 0, null, null);
    }

    /**
     * Creates a field without type length and field id.
     *
     * @throws IllegalArgumentException if the physical type is FIXED_LEN_BYTE_ARRAY
     */
    public PrimitiveField(
            String name, Repetition repetition, PhysicalType physicalType, @Nullable LogicalType logicalType) {
        this(name, repetition, physicalType, 0, logicalType, null);
    }
}
