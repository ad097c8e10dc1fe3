package io.pq2.vector;

/**
 * A vector in the making, value by value. Each builder has an {@code append} of its own for a present value.
 *
 * <p>A builder grows with what is appended and keeps its arrays over {@link #reset()}, so that one that is used batch after
 * batch soon allocates nothing. Used by one thread.
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

    /** The number of slots so far. */
    int length();

    /** Appends a slot without a value. */
    void appendNull();

    /**
     * What was appended so far, as a view of this builder's arrays: valid until the next append or reset.
     *
     * @throws IllegalStateException if the parts of a nested vector do not fit together
     */
    Vector build();

    /** Forgets all slots and keeps the arrays. */
    void reset();

    /** About how many bytes the values take in memory, from which a caller decides when a batch is full. */
    long bytes();
}
