package io.pq2.metadata;

import io.pq2.schema.PhysicalType;
import java.util.List;

/**
 * Builds the metadata of column chunks for tests that need little of it, or need existing metadata with changes. By
 * default, a chunk is PLAIN, uncompressed, empty, directly after the magic of its file, and has no optional field.
 */
public final class ColumnMetaDataBuilder {

    private PhysicalType type;
    private List<Encoding> encodings = List.of(Encoding.PLAIN);
    private List<String> path;
    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    private long values;
    private long uncompressedBytes;
    private long compressedBytes;
    private List<KeyValue> keyValueMetadata;
    private long dataPageOffset = 4;
    private Long indexPageOffset;
    private Long dictionaryPageOffset;
    private Statistics statistics;
    private List<PageEncodingStats> encodingStats;
    private Long bloomFilterOffset;
    private Integer bloomFilterLength;
    private SizeStatistics sizeStatistics;
    private GeospatialStatistics geospatialStatistics;
    private Integer unknownCodec;
    private List<Integer> unknownEncodings;

    private ColumnMetaDataBuilder(PhysicalType type, List<String> path) {
        this.type = type;
        this.path = path;
    }

    /** Returns a builder with the defaults. */
    public static ColumnMetaDataBuilder of(PhysicalType type, List<String> path) {
        return new ColumnMetaDataBuilder(type, path);
    }

    /** Returns a builder with all fields of existing metadata. */
    public static ColumnMetaDataBuilder of(ColumnMetaData metadata) {
        ColumnMetaDataBuilder builder = new ColumnMetaDataBuilder(metadata.type(), metadata.pathInSchema());
        builder.encodings = metadata.encodings();
        builder.codec = metadata.codec();
        builder.values = metadata.numValues();
        builder.uncompressedBytes = metadata.totalUncompressedSize();
        builder.compressedBytes = metadata.totalCompressedSize();
        builder.keyValueMetadata = metadata.keyValueMetadata();
        builder.dataPageOffset = metadata.dataPageOffset();
        builder.indexPageOffset = metadata.indexPageOffset();
        builder.dictionaryPageOffset = metadata.dictionaryPageOffset();
        builder.statistics = metadata.statistics();
        builder.encodingStats = metadata.encodingStats();
        builder.bloomFilterOffset = metadata.bloomFilterOffset();
        builder.bloomFilterLength = metadata.bloomFilterLength();
        builder.sizeStatistics = metadata.sizeStatistics();
        builder.geospatialStatistics = metadata.geospatialStatistics();
        builder.unknownCodec = metadata.unknownCodec();
        builder.unknownEncodings = metadata.unknownEncodings();
        return builder;
    }

    /** Removes all optional fields except the offset of the dictionary page. */
    public ColumnMetaDataBuilder withoutOptionalFields() {
        keyValueMetadata = null;
        indexPageOffset = null;
        statistics = null;
        encodingStats = null;
        bloomFilterOffset = null;
        bloomFilterLength = null;
        sizeStatistics = null;
        geospatialStatistics = null;
        return this;
    }

    public ColumnMetaDataBuilder path(List<String> names) {
        path = names;
        return this;
    }

    public ColumnMetaDataBuilder encodings(List<Encoding> value) {
        encodings = value;
        return this;
    }

    public ColumnMetaDataBuilder codec(CompressionCodec value) {
        codec = value;
        return this;
    }

    public ColumnMetaDataBuilder values(long count) {
        values = count;
        return this;
    }

    /** Sets the size of the chunk, before and after compression. */
    public ColumnMetaDataBuilder bytes(long count) {
        return bytes(count, count);
    }

    public ColumnMetaDataBuilder bytes(long uncompressed, long compressed) {
        uncompressedBytes = uncompressed;
        compressedBytes = compressed;
        return this;
    }

    public ColumnMetaDataBuilder dataPageOffset(long offset) {
        dataPageOffset = offset;
        return this;
    }

    public ColumnMetaDataBuilder dictionaryPageOffset(Long offset) {
        dictionaryPageOffset = offset;
        return this;
    }

    public ColumnMetaDataBuilder statistics(Statistics value) {
        statistics = value;
        return this;
    }

    public ColumnMetaDataBuilder encodingStats(List<PageEncodingStats> value) {
        encodingStats = value;
        return this;
    }

    public ColumnMetaDataBuilder bloomFilter(Long offset, Integer length) {
        bloomFilterOffset = offset;
        bloomFilterLength = length;
        return this;
    }

    public ColumnMetaDataBuilder geospatialStatistics(GeospatialStatistics value) {
        geospatialStatistics = value;
        return this;
    }

    public ColumnMetaDataBuilder unknown(Integer codecNumber, List<Integer> encodingNumbers) {
        unknownCodec = codecNumber;
        unknownEncodings = encodingNumbers;
        return this;
    }

    public ColumnMetaData build() {
        return new ColumnMetaData(
                type,
                encodings,
                path,
                codec,
                values,
                uncompressedBytes,
                compressedBytes,
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
                unknownCodec,
                unknownEncodings);
    }
}
