package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a {@link PageHeader} that are specific to data pages of version 1.
 *
 * @param numValues number of values, including nulls
 * @param encoding encoding of the values
 * @param definitionLevelEncoding encoding of the definition levels
 * @param repetitionLevelEncoding encoding of the repetition levels
 * @param statistics statistics of the page
 */
public record DataPageHeader(
        int numValues,
        Encoding encoding,
        Encoding definitionLevelEncoding,
        Encoding repetitionLevelEncoding,
        @Nullable Statistics statistics) {}
