package io.pq2.internal.page;

import io.pq2.metadata.Encoding;

/**
 * A data page of either version, decompressed and split into levels and values. The arrays may have readable but
 * meaningless bytes after the given ends.
 *
 * @param ordinal the index of the page among the data pages that were read of its column chunk
 * @param offset the offset of its header from the start of the file
 * @param numValues the number of values, nulls included; at least 1
 * @param startsAtRow whether the page is known to consist of whole rows, as in version 2
 * @param encoding the encoding of the values
 * @param levels the array that contains the levels
 * @param repetition the place of the repetition levels in {@code levels}; empty if the maximum level is 0
 * @param definition the place of the definition levels in {@code levels}; empty if the maximum level is 0
 * @param values the array that contains the values
 * @param valuesStart the index of the first byte of the values
 * @param valuesEnd the index after the last byte of the values
 * @param reused whether the next page overwrites {@code values}
 */
public record DataPage(
        int ordinal,
        long offset,
        int numValues,
        boolean startsAtRow,
        Encoding encoding,
        byte[] levels,
        LevelRun repetition,
        LevelRun definition,
        byte[] values,
        int valuesStart,
        int valuesEnd,
        boolean reused) {

    /**
     * The place of encoded levels.
     *
     * @param encoding RLE, or BIT_PACKED in pages of old writers
     * @param start the index of the first byte, after the length prefix
     * @param end the index after the last byte
     */
    public record LevelRun(Encoding encoding, int start, int end) {}
}
