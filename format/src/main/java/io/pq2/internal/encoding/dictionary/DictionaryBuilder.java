package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.vector.Vector;

/**
 * Collects the distinct values of a column chunk in the order of their first occurrence, and gives each value the id of
 * its entry. The caller decides from {@link #size} and {@link #dictionaryBytes} when to give up the dictionary. Not
 * thread-safe.
 */
public sealed interface DictionaryBuilder
        permits IntDictionaryBuilder,
                LongDictionaryBuilder,
                FloatDictionaryBuilder,
                DoubleDictionaryBuilder,
                BinaryDictionaryBuilder,
                FixedBinaryDictionaryBuilder {

    /** Returns the number of entries. */
    int size();

    /** Returns the uncompressed size of the entries in a dictionary page, in bytes. */
    long dictionaryBytes();

    /** Appends the entries to {@code out} in encoding PLAIN, as in a dictionary page. */
    void writeTo(EncodedBytes out);

    /**
     * Returns the entries: slot {@code i} has the entry with id {@code i}. Valid until a value is added or
     * {@link #reset}.
     */
    Vector entries();

    /** Returns the memory of the entries and of the hash table, in bytes. */
    long memoryBytes();

    /** Removes all entries and frees their memory. */
    void reset();
}
