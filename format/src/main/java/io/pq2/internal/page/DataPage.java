package io.pq2.internal.page;

import io.pq2.internal.encoding.level.LevelDecoder;
import io.pq2.metadata.Encoding;
import org.jspecify.annotations.Nullable;

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

    /** Returns the decoder of the repetition or definition levels; null if the maximum level is 0. */
    public @Nullable LevelDecoder decoder(LevelRun run, int maxLevel) {
        if (maxLevel == 0) {
            return null;
        }
        return run.encoding() == Encoding.BIT_PACKED
                ? LevelDecoder.bitPacked(levels, run.start(), run.end(), maxLevel)
                : LevelDecoder.rle(levels, run.start(), run.end(), maxLevel);
    }

    /**
     * Returns the number of rows that begin in the page.
     *
     * @throws io.pq2.exception.CorruptFileException if the repetition levels violate the format
     */
    int rows(int maxRepetitionLevel) {
        LevelDecoder repetitions = decoder(repetition, maxRepetitionLevel);
        return repetitions == null ? numValues : repetitions.skipAndCountZeros(numValues);
    }
}
