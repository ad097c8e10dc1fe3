package io.pq2.internal.write.chunk;

/**
 * A phase of a column chunk: decides how the chunk treats its values. A phase that ends returns the next one, and the
 * caller continues with that.
 *
 * <p>The phases of a column share its {@link ChunkParts}. Only the current phase uses them.
 */
sealed interface ChunkPhase permits UndecidedPhase, ChunkPhase.Decided {

    /** A phase in which it is decided whether the chunk has a dictionary. */
    sealed interface Decided extends ChunkPhase permits DictionaryPhase, ValuePhase {

        @Override
        Decided endPage();

        @Override
        default Decided decide() {
            return this;
        }

        /** Whether the chunk has a dictionary page. */
        boolean hasDictionary();

        /**
         * Writes the dictionary page, if the chunk has one, and completes its bloom filter. The open page must be
         * empty.
         */
        void endChunk();
    }

    /**
     * Appends a range of the current batch's values to the open page. May end the open page before, if its values must
     * be encoded in another way than the new ones.
     *
     * @param plainBytes the size of the values in PLAIN encoding
     * @return the current phase
     */
    ChunkPhase append(int from, int to, long plainBytes);

    /** Ends the open page, which has rows and completed levels. Returns the current phase. */
    ChunkPhase endPage();

    /** Decides now whether the chunk has a dictionary. Returns the current phase. */
    Decided decide();

    /** Estimates the bytes that the chunk would have in the file if it ended here. */
    long bufferedBytes();

    /** Returns the part of {@link #bufferedBytes()} for which no compressed page tells how well it compresses. */
    long unmeasuredBytes();

    /** Returns the memory of this phase in bytes, without that of the shared parts. */
    long memoryBytes();
}
