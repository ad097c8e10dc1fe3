package io.pq2.metadata;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * A node of the schema tree in the footer, which lists nodes depth first, from the root on. {@link
 * io.pq2.schema.Schema} is the tree.
 *
 * @param type physical type; absent for a group
 * @param typeLength bytes per value of a FIXED_LEN_BYTE_ARRAY
 * @param repetitionType absent for the root
 * @param name name of the field, unique in its group
 * @param numChildren number of fields of a group; absent for a leaf
 * @param convertedType deprecated form of {@code logicalType}
 * @param scale deprecated: scale of a decimal
 * @param precision deprecated: precision of a decimal
 * @param fieldId field id of a table format
 * @param logicalType meaning of the values
 * @param unknownConvertedType number in the file if {@code convertedType} is unknown to this version, otherwise absent
 * @param unknownLogicalType Thrift struct in the file if {@code logicalType} is an {@link
 *     LogicalType.UnrecognizedType}, otherwise absent. Shared with this record; do not change it
 */
@SuppressWarnings("ArrayRecordComponent") // compared only if the type is unknown
public record SchemaElement(
        @Nullable PhysicalType type,
        @Nullable Integer typeLength,
        @Nullable Repetition repetitionType,
        String name,
        @Nullable Integer numChildren,
        @Nullable ConvertedType convertedType,
        @Nullable Integer scale,
        @Nullable Integer precision,
        @Nullable Integer fieldId,
        @Nullable LogicalType logicalType,
        @Nullable Integer unknownConvertedType,
        byte @Nullable [] unknownLogicalType) {

    /** Creates an element whose types are known. */
    public SchemaElement(
            @Nullable PhysicalType type,
            @Nullable Integer typeLength,
            @Nullable Repetition repetitionType,
            String name,
            @Nullable Integer numChildren,
            @Nullable ConvertedType convertedType,
            @Nullable Integer scale,
            @Nullable Integer precision,
            @Nullable Integer fieldId,
            @Nullable LogicalType logicalType) {
        this(
                type,
                typeLength,
                repetitionType,
                name,
                numChildren,
                convertedType,
                scale,
                precision,
                fieldId,
                logicalType,
                null,
                null);
    }

    /**
     * Whether the node is a leaf: it has a type and no children. Some files have groups with a type, which has no
     * meaning.
     */
    public boolean isLeaf() {
        return type != null && (numChildren == null || numChildren <= 0);
    }
}
