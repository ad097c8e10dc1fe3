package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.Shape;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** A {@code typed_value} column of one batch. */
sealed interface CompactColumn permits CompactPrimitive, CompactArray, CompactObject {

    /**
     * Returns the column for a shape and its vector.
     *
     * @throws io.pq2.exception.ParquetException if shredded values cannot have this type
     */
    static CompactColumn of(Shape shape, Vector vector, NameTable names) {
        if (shape instanceof Shape.Struct struct) {
            return new CompactObject(struct, (StructVector) vector, names);
        } else if (shape instanceof Shape.Array array) {
            return new CompactArray(array, (ListVector) vector, names);
        } else if (shape instanceof Shape.Leaf leaf) {
            return CompactPrimitive.of(leaf, vector);
        }
        throw new CorruptFileException("VARIANT: typed_value is a map, which is no type of shredded values");
    }

    boolean isNull(int slot);

    /**
     * Appends the value of a non-null slot.
     *
     * @param rest the column {@code value} beside this one; absent if there is none. Only objects read it, as in Spark
     */
    void append(int slot, @Nullable Slices rest, Assembly out);
}
