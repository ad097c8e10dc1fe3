package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a {@link PageHeader} that are specific to data pages of version 2. Their levels are RLE-encoded and
 * not compressed.
 *
 * @param numValues number of values, including nulls
 * @param numNulls number of nulls; -1 if the writer did not count them, as parquet-java does without statistics
 * @param numRows number of rows
 * @param encoding encoding of the values
 * @param definitionLevelsByteLength length of the definition levels in bytes
 * @param repetitionLevelsByteLength length of the repetition levels in bytes
 * @param isCompressed whether the values are compressed; absent means true
 * @param statistics statistics of the page
 */
public record DataPageHeaderV2(
        int numValues,
        int numNulls,
        int numRows,
        Encoding encoding,
        int definitionLevelsByteLength,
        int repetitionLevelsByteLength,
        @Nullable Boolean isCompressed,
        @Nullable Statistics statistics) {

    /** Returns this header with its values marked as compressed or not. */
    public DataPageHeaderV2 withCompressed(boolean compressed) {
        return new DataPageHeaderV2(
                numValues,
                numNulls,
                numRows,
                encoding,
                definitionLevelsByteLength,
                repetitionLevelsByteLength,
                compressed,
                statistics);
    }

    /** Whether the values are compressed, with the default for an absent {@code isCompressed}. */
    public boolean compressed() {
        return isCompressed == null || isCompressed;
    }
}
