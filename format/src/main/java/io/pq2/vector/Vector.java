package io.pq2.vector;

/**
 * The values of one column or of one nested field for some consecutive rows, as plain Java arrays in Arrow's layout.
 *
 * <p>A vector does not own its arrays. Vectors out of a reader are valid until the reader is asked for the next batch, when the
 * arrays may be filled anew; vectors given to a writer may be changed once the call returns. Arrays may be longer than the
 * vector.
 *
 * <p>The slot of a null holds a value that is safe to read and means nothing (an id within the dictionary, a slice of length
 * 0, an empty range of elements).
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

    /** The number of slots. */
    int length();

    /**
     * One bit a slot, 1 = present, the least significant bit of the first word first; null if all slots are present. Bits at
     * {@link #length()} and behind mean nothing.
     */
    long[] validity();

    /** Whether slot {@code index} is null. */
    default boolean isNull(int index) {
        long[] words = validity();
        return words != null && (words[index >>> 6] >>> index & 1) == 0;
    }

    /** The number of nulls among the slots. */
    default int nullCount() {
        return validity() == null ? 0 : length() - Validity.count(validity(), 0, length());
    }
}
