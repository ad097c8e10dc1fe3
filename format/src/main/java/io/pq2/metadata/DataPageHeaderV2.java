package io.pq2.metadata;

/**
 * The part of a {@link PageHeader} that is special to data pages of version 2; levels are RLE encoded and never
 * compressed.
 *
 * @param numValues values in the page, nulls among them
 * @param numNulls nulls in the page; -1 if the writer did not count them, as parquet-java does without statistics
 * @param numRows rows in the page
 * @param encoding how the values are encoded
 * @param definitionLevelsByteLength bytes of the definition levels
 * @param repetitionLevelsByteLength bytes of the repetition levels
 * @param isCompressed whether the values are compressed; null means true
 * @param statistics statistics of the page
 */
public record DataPageHeaderV2(
        int numValues,
        int numNulls,
        int numRows,
        Encoding encoding,
        int definitionLevelsByteLength,
        int repetitionLevelsByteLength,
        Boolean isCompressed,
        Statistics statistics) {
    /** The same header, saying whether the values are compressed. */
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

    /** Whether the values are compressed with the column chunk's codec, the default applied. */
    public boolean compressed() {
        return isCompressed == null || isCompressed;
    }
}
