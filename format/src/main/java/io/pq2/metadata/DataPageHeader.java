package io.pq2.metadata;

/**
 * The part of a {@link PageHeader} that is special to data pages of version 1.
 *
 * @param numValues values in the page, nulls among them
 * @param encoding how the values are encoded
 * @param definitionLevelEncoding how the definition levels are encoded
 * @param repetitionLevelEncoding how the repetition levels are encoded
 * @param statistics statistics of the page
 */
public record DataPageHeader(
        int numValues,
        Encoding encoding,
        Encoding definitionLevelEncoding,
        Encoding repetitionLevelEncoding,
        Statistics statistics) {}
