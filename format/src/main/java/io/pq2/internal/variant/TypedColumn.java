package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantMetadata;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;

/** A {@code typed_value} column of a shredded variant. */
sealed interface TypedColumn permits TypedPrimitive, TypedArray, TypedObject {

    /**
     * Binds the vectors of a typed_value.
     *
     * @throws CorruptFileException if its type is none of those that the specification has for shredded values
     * @throws UnsupportedFeatureException if its type is unknown to this version
     */
    static TypedColumn of(Shape shape, Vector vector) {
        if (shape instanceof Shape.Struct struct) {
            return new TypedObject(struct, (StructVector) vector);
        } else if (shape instanceof Shape.Array array) {
            return new TypedArray(array, (ListVector) vector);
        } else if (shape instanceof Shape.Leaf leaf) {
            return TypedPrimitive.of(leaf, vector);
        }
        throw new CorruptFileException("VARIANT: typed_value is a map, which is no type of shredded values");
    }

    boolean isNull(int slot);

    /**
     * Appends the value of a slot that is not null.
     *
     * @param value what {@code value} holds beside it, null if that is null; only an object may have both
     */
    void append(int slot, Variant value, VariantMetadata metadata, ValueWriter out);

    /** Fails if there is a value, too. */
    static void checkAlone(Variant value) {
        if (value != null) {
            throw new CorruptFileException("VARIANT: both value (of type " + value.type()
                    + ") and typed_value are present, which only objects may have");
        }
    }
}
