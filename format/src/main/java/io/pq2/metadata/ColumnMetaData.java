package io.pq2.metadata;

import io.pq2.schema.PhysicalType;
import java.util.List;

/**
 * Where and how the values of one column in one row group are stored.
 *
 * @param type the column's physical type
 * @param encodings the encodings of all pages, levels included
 * @param pathInSchema names from below the root to the leaf; where a file leaves it out, the reader derives it
 * @param codec how all pages are compressed
 * @param numValues values in the column chunk, nulls among them
 * @param totalUncompressedSize bytes of all pages after decompression, headers included
 * @param totalCompressedSize bytes of all pages as stored, headers included
 * @param keyValueMetadata what an application says about this column chunk
 * @param dataPageOffset offset of the first data page from the start of the file
 * @param indexPageOffset offset of the root index page
 * @param dictionaryPageOffset offset of the dictionary page; some writers put 0 where there is none
 * @param statistics statistics of the column chunk
 * @param encodingStats encodings by page type
 * @param bloomFilterOffset offset of the bloom filter's header
 * @param bloomFilterLength bytes of the bloom filter, header included
 * @param sizeStatistics estimates for the size in memory
 * @param geospatialStatistics statistics of geospatial values
 * @param unknownCodec not in the IDL: the number in the file if {@code codec} is UNKNOWN, else null
 * @param unknownEncodings not in the IDL: the numbers in the file of those that are UNKNOWN in {@code encodings} and then in {@code
 *     encodingStats}, in their order; null if none is
 */
public record ColumnMetaData(
        PhysicalType type,
        List<Encoding> encodings,
        List<String> pathInSchema,
        CompressionCodec codec,
        long numValues,
        long totalUncompressedSize,
        long totalCompressedSize,
        List<KeyValue> keyValueMetadata,
        long dataPageOffset,
        Long indexPageOffset,
        Long dictionaryPageOffset,
        Statistics statistics,
        List<PageEncodingStats> encodingStats,
        Long bloomFilterOffset,
        Integer bloomFilterLength,
        SizeStatistics sizeStatistics,
        GeospatialStatistics geospatialStatistics,
        Integer unknownCodec,
        List<Integer> unknownEncodings) {

    public ColumnMetaData {
        encodings = List.copyOf(encodings);
        pathInSchema = pathInSchema == null ? null : List.copyOf(pathInSchema);
        keyValueMetadata = keyValueMetadata == null ? null : List.copyOf(keyValueMetadata);
        encodingStats = encodingStats == null ? null : List.copyOf(encodingStats);
        unknownEncodings = unknownEncodings == null ? null : List.copyOf(unknownEncodings);
    }

    /** Column metadata with a codec and encodings that this version knows. */
    public ColumnMetaData(
            PhysicalType type,
            List<Encoding> encodings,
            List<String> pathInSchema,
            CompressionCodec codec,
            long numValues,
            long totalUncompressedSize,
            long totalCompressedSize,
            List<KeyValue> keyValueMetadata,
            long dataPageOffset,
            Long indexPageOffset,
            Long dictionaryPageOffset,
            Statistics statistics,
            List<PageEncodingStats> encodingStats,
            Long bloomFilterOffset,
            Integer bloomFilterLength,
            SizeStatistics sizeStatistics,
            GeospatialStatistics geospatialStatistics) {
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

    /** The same with a bloom filter in the file: where its header starts, and the bytes of header and bitset. */
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

    /** The column's path with dots between the names, for messages. */
    public String dottedPath() {
        return pathInSchema == null ? "?" : String.join(".", pathInSchema);
    }
}
