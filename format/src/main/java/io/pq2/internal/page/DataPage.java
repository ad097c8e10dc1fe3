package io.pq2.internal.page;

import io.pq2.metadata.Encoding;

/**
 * A data page of either version, decompressed and cut into its parts. The arrays may have readable bytes behind the ends
 * given here, which mean nothing.
 *
 * @param ordinal the index of this page among the data pages of its column chunk
 * @param offset of its header from the start of the file
 * @param numValues values, nulls among them; at least 1
 * @param startsAtRow whether the page is known to start with a new row and to end with a whole one (version 2)
 * @param encoding how the values are encoded
 * @param levels where the levels lie
 * @param repetition where in {@code levels} the repetition levels lie; empty if the greatest level is 0
 * @param definition where in {@code levels} the definition levels lie; empty if the greatest level is 0
 * @param values where the values lie
 * @param valuesStart the index of the first byte of the values
 * @param valuesEnd the index behind their last byte
 * @param reused whether {@code values} holds another page once the next one is read
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
     * Encoded levels.
     *
     * @param encoding RLE, or BIT_PACKED in pages of old writers
     * @param start the index of the first byte, behind a length prefix
     * @param end the index behind the last byte
     */
    public record LevelRun(Encoding encoding, int start, int end) {}
}
