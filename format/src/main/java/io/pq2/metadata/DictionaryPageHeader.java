package io.pq2.metadata;

/**
 * The part of a {@link PageHeader} that is special to dictionary pages.
 *
 * @param numValues entries of the dictionary
 * @param encoding how the entries are encoded
 * @param isSorted whether the entries ascend
 */
public record DictionaryPageHeader(int numValues, Encoding encoding, Boolean isSorted) {}
