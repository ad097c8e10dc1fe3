package io.pq2.internal.page;

import io.pq2.metadata.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * The encoded levels and values of a data page. Arrays may be longer than their contents.
 *
 * @param rowCount the rows that begin in the page
 * @param valueCount the level entries, nulls included
 * @param nullCount the entries without a value
 * @param repetitionLevels the levels in RLE without a length; absent when the maximum level is 0
 * @param repetitionLength the size of the repetition levels in bytes
 * @param definitionLevels the levels in RLE without a length; absent when the maximum level is 0
 * @param definitionLength the size of the definition levels in bytes
 * @param encoding the encoding of the values
 * @param values the encoded values that are present
 * @param valuesLength the size of the values in bytes
 */
public record DataPageContent(
        int rowCount,
        int valueCount,
        int nullCount,
        byte @Nullable [] repetitionLevels,
        int repetitionLength,
        byte @Nullable [] definitionLevels,
        int definitionLength,
        Encoding encoding,
        byte[] values,
        int valuesLength) {}
