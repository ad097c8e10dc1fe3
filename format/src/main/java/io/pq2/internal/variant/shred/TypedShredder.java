package io.pq2.internal.variant.shred;

import io.pq2.internal.variant.EncodedValue;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantType;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.VectorBuilder;

/** Appends values to a column {@code typed_value} and, for objects, their other fields to the column {@code value}. */
sealed interface TypedShredder permits ObjectShredder, ArrayShredder, NumberShredder, PrimitiveShredder {

    /** Returns the builder of the column. */
    VectorBuilder builder();

    /**
     * Appends a value to both columns if it has the type of this column.
     *
     * @param names the names of the value's fields
     * @param rest the column {@code value}, which gets null or the fields that are not shredded
     * @return false if the value has another type; then nothing was appended
     * @throws io.pq2.exception.CorruptFileException if the value violates the encoding
     */
    boolean append(EncodedValue value, MetadataNames names, BinaryVectorBuilder rest);

    /** Returns an empty column of a type other than {@code variant}. */
    static TypedShredder of(ShreddedType type, boolean keepNumberTypes) {
        if (type instanceof ShreddedType.ObjectType object) {
            return new ObjectShredder(object, keepNumberTypes);
        } else if (type instanceof ShreddedType.ArrayType array) {
            return new ArrayShredder(new ElementShredder(array.element(), keepNumberTypes));
        } else if (type instanceof ShreddedType.DecimalType decimal) {
            return NumberShredder.decimal(decimal, keepNumberTypes);
        }
        VariantType primitive = ((ShreddedType.PrimitiveType) type).type();
        return switch (primitive) {
            case INT8, INT16, INT32, INT64 -> NumberShredder.integer(primitive, keepNumberTypes);
            default -> PrimitiveShredder.of(primitive);
        };
    }
}
