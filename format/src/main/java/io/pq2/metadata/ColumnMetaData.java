package io.pq2.metadata;

import io.pq2.schema.PhysicalType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The location and the encodings of a column in a row group.
 *
 * @param type physical type
 * @param encodings encodings of all pages, including the levels
 * @param pathInSchema names from the top-level field to the leaf; readers derive it if a file omits it
 * @param codec compression codec of all pages
 * @param numValues number of values, including nulls
 * @param totalUncompressedSize length of all pages after decompression in bytes, including headers
 * @param totalCompressedSize length of all pages as stored in bytes, including headers
 * @param keyValueMetadata key-value metadata of the column chunk
 * @param dataPageOffset offset of the first data page from the start of the file
 * @param indexPageOffset offset of the root index page
 * @param dictionaryPageOffset offset of the dictionary page; some writers set 0 if there is none
 * @param statistics statistics of the column chunk
 * @param encodingStats number of pages by page type and encoding
 * @param bloomFilterOffset offset of the header of the bloom filter
 * @param bloomFilterLength length of the bloom filter in bytes, including the header
 * @param sizeStatistics statistics for estimating the size in memory
 * @param geospatialStatistics statistics of geospatial values
 * @param unknownCodec not in parquet.thrift: the number in the file if {@code codec} is UNKNOWN
 * @param unknownEncodings not in parquet.thrift: the numbers in the file of the UNKNOWN elements of {@code
 *     encodings}, followed by those of {@code encodingStats}; absent if there are none
 */
public record ColumnMetaData(
        PhysicalType type,
        List<Encoding> encodings,
        @Nullable List<String> pathInSchema,
        CompressionCodec codec,
        long numValues,
        long totalUncompressedSize,
        long totalCompressedSize,
        @Nullable List<KeyValue> keyValueMetadata,
        long dataPageOffset,
        @Nullable Long indexPageOffset,
        @Nullable Long dictionaryPageOffset,
        @Nullable Statistics statistics,
        @Nullable List<PageEncodingStats> encodingStats,
        @Nullable Long bloomFilterOffset,
        @Nullable Integer bloomFilterLength,
        @Nullable SizeStatistics sizeStatistics,
        @Nullable GeospatialStatistics geospatialStatistics,
        @Nullable Integer unknownCodec,
        @Nullable List<Integer> unknownEncodings) {

    public ColumnMetaData {
        encodings = List.copyOf(encodings);
        pathInSchema = pathInSchema == null ? null : List.copyOf(pathInSchema);
        keyValueMetadata = keyValueMetadata == null ? null : List.copyOf(keyValueMetadata);
        encodingStats = encodingStats == null ? null : List.copyOf(encodingStats);
        unknownEncodings = unknownEncodings == null ? null : List.copyOf(unknownEncodings);
    }

    /** Creates metadata whose codec and encodings are known to this version. */
    public ColumnMetaData(
            PhysicalType type,
            List<Encoding> encodings,
            @Nullable List<String> pathInSchema,
            CompressionCodec codec,
            long numValues,
            long totalUncompressedSize,
            long totalCompressedSize,
            @Nullable List<KeyValue> keyValueMetadata,
            long dataPageOffset,
            @Nullable Long indexPageOffset,
            @Nullable Long dictionaryPageOffset,
            @Nullable Statistics statistics,
            @Nullable List<PageEncodingStats> encodingStats,
            @Nullable Long bloomFilterOffset,
            @Nullable Integer bloomFilterLength,
            @Nullable SizeStatistics sizeStatistics,
            @Nullable GeospatialStatistics geospatialStatistics) {
        this(
                type,
                encodings,
                pathInSchema,
                codec,
                numValues,
                totalUncompressedSize,
                totalCompressedSize,
                keyValueMetadata,
                dataPageOffset,
                indexPageOffset,
                dictionaryPageOffset,
                statistics,
                encodingStats,
                bloomFilterOffset,
                bloomFilterLength,
                sizeStatistics,
                geospatialStatistics,
                null,
                null);
    }

    /**
     * Returns this metadata with the location of a bloom filter.
     *
     * @param offset offset of the header of the bloom filter from the start of the file
     * @param length length of the bloom filter in bytes, including the header
     */
    public ColumnMetaData withBloomFilter(long offset, int length) {
        return new ColumnMetaData(
                type,
                encodings,
                pathInSchema,
                codec,
                numValues,
                totalUncompressedSize,
                totalCompressedSize,
                keyValueMetadata,
                dataPageOffset,
                indexPageOffset,
                dictionaryPageOffset,
                statistics,
                encodingStats,
                offset,
                length,
                sizeStatistics,
                geospatialStatistics,
                unknownCodec,
                unknownEncodings);
    }

    /** Returns the path as names joined by dots, for messages; {@code ?} if it is absent. */
    public String dottedPath() {
        return pathInSchema == null ? "?" : String.join(".", pathInSchema);
    }
}
