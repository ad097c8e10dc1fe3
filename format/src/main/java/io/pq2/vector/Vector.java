package io.pq2.vector;

import org.jspecify.annotations.Nullable;

/**
 * The values of a column or nested field for consecutive rows, as Java arrays in the layout of Apache Arrow.
 *
 * <p>A vector does not own its arrays. Vectors of a reader are valid until the next batch is read, because the reader
 * reuses the arrays. Vectors that are passed to a writer may be changed after the call returns. Arrays may be longer
 * than the vector.
 *
 * <p>The slot of a null has a value without meaning that is safe to read: an id within the dictionary, a slice of
 * length 0, or an empty range of elements.
 */
public sealed interface Vector
        permits BooleanVector,
                IntVector,
                LongVector,
                FloatVector,
                DoubleVector,
                BinaryVector,
                FixedBinaryVector,
                DictionaryVector,
                StructVector,
                ListVector,
                MapVector {

    /** Returns the number of slots. */
    int length();

    /**
     * Returns a bitmap with a bit per slot, 1 if the slot is present, from the least significant bit of the first
     * word on; null if all slots are present. Bits from {@link #length()} on have no meaning.
     */
    long @Nullable [] validity();

    /** Whether slot {@code index} is null. */
    default boolean isNull(int index) {
        long[] words = validity();
        return words != null && (words[index >>> 6] >>> index & 1) == 0;
    }

    /** Returns the number of null slots. */
    default int nullCount() {
        long[] words = validity();
        return words == null ? 0 : length() - Validity.count(words, 0, length());
    }
}
