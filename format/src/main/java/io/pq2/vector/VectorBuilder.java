package io.pq2.vector;

/**
 * Builds a vector value by value. Each builder has its own {@code append} for a present value.
 *
 * <p>A builder grows as values are appended. {@link #reset} keeps its arrays, so a builder that is reused for many
 * batches stops allocating. Not thread-safe.
 */
public sealed interface VectorBuilder
        permits BooleanVectorBuilder,
                IntVectorBuilder,
                LongVectorBuilder,
                FloatVectorBuilder,
                DoubleVectorBuilder,
                BinaryVectorBuilder,
                FixedBinaryVectorBuilder,
                StructVectorBuilder,
                ListVectorBuilder,
                MapVectorBuilder {

    /** Returns the number of slots so far. */
    int length();

    /** Appends a null. */
    void appendNull();

    /**
     * Returns the values so far as a view of the arrays of this builder. It is valid until the next append or reset.
     *
     * @throws IllegalStateException if the lengths of the parts of a nested vector do not match
     */
    Vector build();

    /** Removes all slots and keeps the arrays. */
    void reset();

    /** Returns the approximate memory of the values in bytes. Callers use it to decide when a batch is large enough. */
    long bytes();
}
