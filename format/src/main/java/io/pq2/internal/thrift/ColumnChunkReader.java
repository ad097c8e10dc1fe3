package io.pq2.internal.thrift;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.schema.PhysicalType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads {@code ColumnChunk} and {@code ColumnMetaData}. */
public final class ColumnChunkReader {

    static final OptionalFields COLUMN_CHUNK = OptionalFields.of("ColumnChunk")
            .with(WireType.BINARY, 1, 9)
            .with(WireType.STRUCT, 3, 8)
            .with(WireType.I64, 4, 6)
            .with(WireType.I32, 5, 7);
    private static final OptionalFields COLUMN_METADATA = OptionalFields.of("ColumnMetaData")
            .with(WireType.I64, 10, 11, 14)
            .with(WireType.I32, 15)
            .with(WireType.STRUCT, 12, 16, 17)
            .withLists(WireType.STRUCT, 8, 13);
    private static final OptionalFields KEY_VALUE =
            OptionalFields.of("KeyValue").with(WireType.BINARY, 2);

    private static final PhysicalType[] TYPES = PhysicalType.values();

    private ColumnChunkReader() {}

    /**
     * Reads column metadata that was encrypted in a footer.
     *
     * @param in reader at the start of the decrypted bytes
     * @param path path of the column according to the schema and the position of the chunk
     * @throws io.pq2.exception.CorruptFileException if the bytes are not ColumnMetaData
     * @throws UnsupportedFeatureException if the physical type is unknown
     */
    public static ColumnMetaData readMetadata(CompactReader in, List<String> path) {
        int outer = in.beginStruct();
        ColumnMetaData metadata = metadata(in, () -> path);
        in.endStruct(outer);
        return metadata;
    }

    static ColumnChunk columnChunk(CompactReader in, Supplier<List<String>> path) {
        String filePath = null;
        long fileOffset = 0;
        ColumnMetaData metadata = null;
        Long offsetIndexOffset = null;
        Integer offsetIndexLength = null;
        Long columnIndexOffset = null;
        Integer columnIndexLength = null;
        ColumnCryptoMetaData cryptoMetadata = null;
        byte[] encryptedColumnMetadata = null;
        int outer = in.beginStruct();
        while (in.nextField(COLUMN_CHUNK)) {
            switch (in.fieldId()) {
                case 1 -> filePath = in.string("ColumnChunk.file_path");
                case 2 -> fileOffset = in.i64("ColumnChunk.file_offset");
                case 3 -> {
                    int chunk = in.beginStruct("ColumnChunk.meta_data");
                    metadata = metadata(in, path);
                    in.endStruct(chunk);
                }
                case 4 -> offsetIndexOffset = in.i64("ColumnChunk.offset_index_offset");
                case 5 -> offsetIndexLength = in.i32("ColumnChunk.offset_index_length");
                case 6 -> columnIndexOffset = in.i64("ColumnChunk.column_index_offset");
                case 7 -> columnIndexLength = in.i32("ColumnChunk.column_index_length");
                case 8 -> cryptoMetadata = CryptoMetaDataReader.columnCryptoMetadata(in, "ColumnChunk.crypto_metadata");
                case 9 -> encryptedColumnMetadata = in.binary("ColumnChunk.encrypted_column_metadata");
                default -> in.skip("ColumnChunk");
            }
        }
        in.endStruct(outer);
        return new ColumnChunk(
                filePath,
                fileOffset,
                metadata,
                offsetIndexOffset,
                offsetIndexLength,
                columnIndexOffset,
                columnIndexLength,
                cryptoMetadata,
                encryptedColumnMetadata);
    }

    /**
     * Returns the path of a column according to its position.
     *
     * @param stored {@code path_in_schema}, which some writers omit
     * @throws io.pq2.exception.CorruptFileException if it names another column
     */
    private static List<String> path(CompactReader in, @Nullable List<String> stored, List<String> byPosition) {
        if (stored != null && !stored.isEmpty() && !stored.equals(byPosition)) {
            throw in.corrupt(
                    "ColumnMetaData.path_in_schema",
                    String.join(".", stored) + ", but the column chunk is at the position of column "
                            + String.join(".", byPosition));
        }
        return byPosition;
    }

    /** Reads the fields of ColumnMetaData. The caller has entered the struct. */
    private static ColumnMetaData metadata(CompactReader in, Supplier<List<String>> path) {
        PhysicalType type = null;
        List<Encoding> encodings = null;
        List<String> pathInSchema = null;
        int codec = 0;
        long numValues = 0;
        long totalUncompressedSize = 0;
        long totalCompressedSize = 0;
        List<KeyValue> keyValueMetadata = null;
        long dataPageOffset = 0;
        Long indexPageOffset = null;
        Long dictionaryPageOffset = null;
        Statistics statistics = null;
        List<PageEncodingStats> encodingStats = null;
        List<Integer> unknownEncodings = new ArrayList<>();
        Long bloomFilterOffset = null;
        Integer bloomFilterLength = null;
        SizeStatistics sizeStatistics = null;
        GeospatialStatistics geospatialStatistics = null;
        int seen = 0;
        while (in.nextField(COLUMN_METADATA)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> type = physicalType(in, "ColumnMetaData.type");
                case 2 -> encodings = encodings(in, unknownEncodings);
                case 3 -> pathInSchema = strings(in, "ColumnMetaData.path_in_schema");
                case 4 -> codec = in.i32("ColumnMetaData.codec");
                case 5 -> numValues = in.count64("ColumnMetaData.num_values");
                case 6 -> totalUncompressedSize = in.i64("ColumnMetaData.total_uncompressed_size");
                case 7 -> totalCompressedSize = in.count64("ColumnMetaData.total_compressed_size");
                case 8 -> keyValueMetadata = keyValues(in, "ColumnMetaData.key_value_metadata");
                case 9 -> dataPageOffset = in.count64("ColumnMetaData.data_page_offset");
                case 10 -> indexPageOffset = in.i64("ColumnMetaData.index_page_offset");
                case 11 -> dictionaryPageOffset = in.i64("ColumnMetaData.dictionary_page_offset");
                case 12 -> statistics = StatisticsReader.statistics(in, "ColumnMetaData.statistics");
                case 13 -> encodingStats = encodingStats(in, unknownEncodings);
                case 14 -> bloomFilterOffset = in.i64("ColumnMetaData.bloom_filter_offset");
                // Writers of Dremio used this id for a list before parquet.thrift defined it.
                case 15 -> bloomFilterLength = in.i32("ColumnMetaData.bloom_filter_length");
                case 16 -> sizeStatistics = StatisticsReader.sizeStatistics(in, "ColumnMetaData.size_statistics");
                case 17 ->
                    geospatialStatistics =
                            StatisticsReader.geospatialStatistics(in, "ColumnMetaData.geospatial_statistics");
                default -> in.skip("ColumnMetaData");
            }
        }
        type = in.required(type, "ColumnMetaData.type");
        encodings = in.required(encodings, "ColumnMetaData.encodings");
        in.require(seen, 4, "ColumnMetaData.codec");
        in.require(seen, 5, "ColumnMetaData.num_values");
        in.require(seen, 6, "ColumnMetaData.total_uncompressed_size");
        in.require(seen, 7, "ColumnMetaData.total_compressed_size");
        in.require(seen, 9, "ColumnMetaData.data_page_offset");
        return new ColumnMetaData(
                type,
                encodings,
                path(in, pathInSchema, path.get()),
                CompressionCodec.of(codec),
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
                CompressionCodec.of(codec) == CompressionCodec.UNKNOWN ? codec : null,
                unknownEncodings.isEmpty() ? null : unknownEncodings);
    }

    static PhysicalType physicalType(CompactReader in, String field) {
        int id = in.i32(field);
        if (id < 0) {
            throw in.corrupt(field, id + ", expected the number of a type");
        }
        if (id >= TYPES.length) {
            throw new UnsupportedFeatureException(field + ": " + "unknown type " + id);
        }
        return TYPES[id];
    }

    private static List<Encoding> encodings(CompactReader in, List<Integer> unknown) {
        int size = in.beginList(WireType.I32, "ColumnMetaData.encodings");
        List<Encoding> encodings = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            encodings.add(encoding(in.elementI32("ColumnMetaData.encodings"), unknown));
        }
        return encodings;
    }

    private static Encoding encoding(int id, List<Integer> unknown) {
        Encoding encoding = Encoding.of(id);
        if (encoding == Encoding.UNKNOWN) {
            unknown.add(id);
        }
        return encoding;
    }

    private static List<PageEncodingStats> encodingStats(CompactReader in, List<Integer> unknown) {
        int size = in.beginList(WireType.STRUCT, "ColumnMetaData.encoding_stats");
        List<PageEncodingStats> stats = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            stats.add(pageEncodingStats(in, unknown));
        }
        return stats;
    }

    private static PageEncodingStats pageEncodingStats(CompactReader in, List<Integer> unknown) {
        PageType pageType = null;
        Encoding encoding = null;
        int count = 0;
        int seen = 0;
        int outer = in.beginStruct();
        while (in.nextField("PageEncodingStats")) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> pageType = PageType.of(in.i32("PageEncodingStats.page_type"));
                case 2 -> encoding = encoding(in.i32("PageEncodingStats.encoding"), unknown);
                case 3 -> count = in.i32("PageEncodingStats.count");
                default -> in.skip("PageEncodingStats");
            }
        }
        in.endStruct(outer);
        pageType = in.required(pageType, "PageEncodingStats.page_type");
        encoding = in.required(encoding, "PageEncodingStats.encoding");
        in.require(seen, 3, "PageEncodingStats.count");
        return new PageEncodingStats(pageType, encoding, count);
    }

    static List<KeyValue> keyValues(CompactReader in, String field) {
        int size = in.beginList(WireType.STRUCT, field);
        List<KeyValue> entries = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            entries.add(keyValue(in));
        }
        return entries;
    }

    private static KeyValue keyValue(CompactReader in) {
        String key = null;
        String value = null;
        int outer = in.beginStruct();
        while (in.nextField(KEY_VALUE)) {
            switch (in.fieldId()) {
                case 1 -> key = in.string("KeyValue.key");
                case 2 -> value = in.string("KeyValue.value");
                default -> in.skip("KeyValue");
            }
        }
        in.endStruct(outer);
        key = in.required(key, "KeyValue.key");
        return new KeyValue(key, value);
    }

    static List<String> strings(CompactReader in, String field) {
        int size = in.beginList(WireType.BINARY, field);
        List<String> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(in.elementString(field));
        }
        return values;
    }
}
