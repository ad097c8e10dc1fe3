package io.pq2.internal.page;

import io.pq2.metadata.Encoding;

/**
 * What a data page is made of, encoded. Arrays may be longer than what they hold.
 *
 * @param rowCount the rows that begin in the page
 * @param valueCount the entries of its levels, nulls among them
 * @param nullCount the entries without a value
 * @param repetitionLevels RLE without length, null if the maximum level is 0
 * @param repetitionLength bytes of the repetition levels
 * @param definitionLevels RLE without length, null if the maximum level is 0
 * @param definitionLength bytes of the definition levels
 * @param encoding how the values are encoded
 * @param values the values that are present
 * @param valuesLength bytes of the values
 */
public record DataPageContent(
        int rowCount,
        int valueCount,
        int nullCount,
        byte[] repetitionLevels,
        int repetitionLength,
        byte[] definitionLevels,
        int definitionLength,
        Encoding encoding,
        byte[] values,
        int valuesLength) {}
