package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.vector.Vector;

/**
 * Collects the distinct values of a column chunk in the order in which they are first seen, and gives each value the id of its entry.
 * When a dictionary no longer pays is for the caller to decide, from {@link #size} and {@link #dictionaryBytes}. Used by one thread
 * at a time.
 */
public sealed interface DictionaryBuilder
        permits IntDictionaryBuilder,
                LongDictionaryBuilder,
                FloatDictionaryBuilder,
                DoubleDictionaryBuilder,
                BinaryDictionaryBuilder,
                FixedBinaryDictionaryBuilder {

    /** The number of entries. */
    int size();

    /** How many bytes the entries take in a dictionary page, uncompressed. */
    long dictionaryBytes();

    /** Appends the entries to {@code out} as the dictionary page has them, PLAIN. */
    void writeTo(EncodedBytes out);

    /** The entries, of which slot {@code i} has id {@code i}; valid until values are added or {@link #reset} is called. */
    Vector entries();

    /** How many bytes of memory the entries take, and the table in which they are looked up. */
    long memoryBytes();

    /** Forgets the entries and their memory. */
    void reset();
}
