package io.pq2.internal.encoding;

/**
 * Values of physical type BYTE_ARRAY, as slices of an array: where an encoding has the values in one piece, that is where the page (or
 * the dictionary) has them, and the decoder copies nothing.
 */
public non-sealed interface BinaryDecoder extends ValueDecoder {

    /**
     * Where the slices lie: the page's own bytes, a dictionary's, or an array of the decoder's. Each {@link #read} may replace it by
     * another one, in which what was read since the last {@link #release} stands at the same place.
     */
    byte[] bytes();

    /**
     * Reads where the next {@code count} values lie: value {@code i} is the {@code lengths[offset + i]} bytes of {@link #bytes} from
     * {@code starts[offset + i]} on. Starts never descend; slices may overlap.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer, or the bytes are not what the encoding demands
     * @throws io.pq2.exception.UnsupportedFeatureException if they take too much room of the decoder's, which {@link #release} gives back
     */
    void read(int[] starts, int[] lengths, int offset, int count);

    /**
     * The first value may refer to the last one of another page, as DELTA_BYTE_ARRAY of old writers does; to be called before anything
     * is read.
     *
     * @param before the decoder of the page before, of which nothing is wanted any more
     */
    default void continueAfter(BinaryDecoder before) {}

    /** Nothing more of the page is wanted and its bytes may be overwritten; {@link #continueAfter} can still be called with this. */
    default void leavePage() {}

    /** The slices that were read so far are not used any more: the room that they take can be used again. */
    default void release() {}
}
