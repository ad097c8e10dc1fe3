package io.pq2.metadata;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Repetition;

/**
 * One node of the schema tree as a file lists it: depth first, the root first. {@code io.pq2.schema.Schema} is the
 * tree.
 *
 * @param type the type of a leaf, null for a group
 * @param typeLength FIXED_LEN_BYTE_ARRAY only: bytes per value
 * @param repetitionType null for the root
 * @param name the field's name, unique among its siblings
 * @param numChildren how many fields a group has, null for a leaf
 * @param convertedType deprecated form of {@code logicalType}
 * @param scale deprecated: scale of a decimal
 * @param precision deprecated: precision of a decimal
 * @param fieldId the identifier that a table format gave to the field
 * @param logicalType what the values mean
 */
public record SchemaElement(
        PhysicalType type,
        Integer typeLength,
        Repetition repetitionType,
        String name,
        Integer numChildren,
        ConvertedType convertedType,
        Integer scale,
        Integer precision,
        Integer fieldId,
        LogicalType logicalType) {}
