package io.pq2.internal.variant.shred;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.variant.Slices;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** Shreds the variants in the vectors of a column. */
sealed interface ColumnShredder
        permits VariantShredder, NestedShredders.InStruct, NestedShredders.InList, NestedShredders.InMap {

    /**
     * Returns the vector with shredded variants. It shares what has not changed, and is valid until the next call.
     *
     * @param live bitmap of the slots that exist; other slots may contain anything. Absent when all exist
     * @throws InvalidDataException if the vector has another kind than the column, or a variant is invalid
     */
    Vector shred(Vector vector, long @Nullable [] live);

    /** Returns the size of the values that the last result does not share, in bytes. */
    long bytes();

    /** Returns a vector of the expected kind. */
    static <T extends Vector> T expect(Class<T> kind, @Nullable Vector vector, String path) {
        if (!kind.isInstance(vector)) {
            throw new InvalidDataException("column " + path + ": expected a " + kind.getSimpleName() + ", found "
                    + (vector == null ? "nothing" : vector.getClass().getSimpleName()));
        }
        return kind.cast(vector);
    }

    /** Returns the slots of a vector of bytes. */
    static Slices slices(Vector vector, String path) {
        expect(BinaryVector.class, vector instanceof DictionaryVector ids ? ids.dictionary() : vector, path);
        return Slices.of(vector);
    }
}
