package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.schema.Shape;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** A {@code typed_value} column of a shredded variant. */
sealed interface TypedColumn permits TypedPrimitive, TypedArray, TypedObject {

    /**
     * Returns the column for a shape and its vector.
     *
     * @throws CorruptFileException if shredded values cannot have this type
     * @throws UnsupportedFeatureException if this version does not know the type
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
     * Appends the value of a non-null slot.
     *
     * @param value the content of the column {@code value}; absent for null. Only an object may have both columns
     */
    void append(int slot, @Nullable EncodedValue value, EncodedNames names, ValueWriter out);

    /** Checks that the column {@code value} is null. */
    static void checkAlone(@Nullable EncodedValue value) {
        if (value != null) {
            throw new CorruptFileException("VARIANT: both value (of type " + value.type()
                    + ") and typed_value are present, which only objects may have");
        }
    }
}
