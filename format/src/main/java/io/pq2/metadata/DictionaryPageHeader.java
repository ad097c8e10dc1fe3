package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a {@link PageHeader} that are specific to dictionary pages.
 *
 * @param numValues number of entries
 * @param encoding encoding of the entries
 * @param isSorted whether the entries ascend
 */
public record DictionaryPageHeader(
        int numValues, Encoding encoding, @Nullable Boolean isSorted) {}
