package io.pq2.hadoop.options;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.internal.options.BloomFilterSettings;
import io.pq2.hadoop.internal.options.OwnProperties;
import io.pq2.hadoop.internal.options.Settings;
import io.pq2.hadoop.internal.options.SharedBudgets;
import io.pq2.hadoop.internal.options.VariantSettings;
import io.pq2.hadoop.internal.options.WritingKeys;
import io.pq2.internal.write.covering.CoveringColumns;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import io.pq2.write.WriteOptions;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * {@link WriteOptions} from a Hadoop configuration. Options that parquet-java has too are named by its keys.
 * docs/configuration.md describes each key.
 */
public final class HadoopWriteOptions {

    /** The size of a row group in bytes; the next row group starts when it is reached. */
    public static final String ROW_GROUP_BYTES = "parquet.block.size";

    /** The largest number of padding bytes that align a row group with a block of the file system. */
    public static final String MAX_PADDING = "parquet.writer.max-padding";

    /** The maximum number of rows of a row group. */
    public static final String ROW_GROUP_ROWS = "parquet.block.row.count.limit";

    /** The size of a data page in bytes; the next page starts when it is reached. */
    public static final String PAGE_BYTES = "parquet.page.size";

    /** The maximum number of rows of a data page. */
    public static final String PAGE_ROWS = "parquet.page.row.count.limit";

    /** The maximum number of bytes of the dictionary of a column chunk. */
    public static final String DICTIONARY_BYTES = "parquet.dictionary.page.size";

    /** Whether column chunks start with a dictionary; with {@code #path} for a single column. */
    public static final String DICTIONARY = "parquet.enable.dictionary";

    /** The version of data pages: {@code PARQUET_1_0} or {@code v1}, {@code PARQUET_2_0} or {@code v2}. */
    public static final String WRITER_VERSION = "parquet.writer.version";

    /** The compression codec, by its name in parquet.thrift; with {@code #path} for a single column. */
    public static final String COMPRESSION = "parquet.compression";

    /** The compression level of ZSTD. Other codecs ignore it. */
    public static final String ZSTD_LEVEL = "parquet.compression.codec.zstd.level";

    /**
     * The compression level of any codec. For ZSTD, {@link #ZSTD_LEVEL} overrides it. With {@code #path} for a single
     * column, which overrides both.
     */
    public static final String COMPRESSION_LEVEL = "parquet.compression.level";

    /** Whether pages get checksums. */
    public static final String WRITE_CHECKSUMS = "parquet.page.write-checksum.enabled";

    /** Whether column chunks and pages get statistics; with {@code #path} for a single column. */
    public static final String STATISTICS = "parquet.column.statistics.enabled";

    /** The maximum length in bytes of the min and max of a column chunk; longer ones are truncated. */
    public static final String STATISTICS_BOUND_BYTES = "parquet.statistics.truncate.length";

    /** The maximum length in bytes of the min and max of a page; longer ones are truncated. */
    public static final String COLUMN_INDEX_BOUND_BYTES = "parquet.columnindex.truncate.length";

    /** Whether column chunks and pages get size statistics; with {@code #path} for a single column. */
    public static final String SIZE_STATISTICS = "parquet.size.statistics.enabled";

    /**
     * Whether FLOAT and DOUBLE values without dictionary are encoded as BYTE_STREAM_SPLIT; with {@code #path} for a
     * column of any type.
     */
    public static final String BYTE_STREAM_SPLIT = "parquet.enable.bytestreamsplit";

    /** The readers that must understand the files: {@code portable}, {@code compatible} or {@code modern}. */
    public static final String PROFILE = "pq2.write.profile";

    /** The encoding of values without dictionary; with {@code #path} for a single column. */
    public static final String ENCODING = "pq2.write.encoding";

    /** The encodings that are never chosen, separated by commas; with {@code #path} for a single column. */
    public static final String FORBIDDEN_ENCODINGS = "pq2.write.forbiddenEncodings";

    /** Whether keys for columns that the schema does not contain are errors. */
    public static final String CHECK_COLUMNS = "pq2.write.checkColumns";

    /** Whether column chunks get bloom filters; with {@code #path} for a single column. */
    public static final String BLOOM_FILTERS = "parquet.bloom.filter.enabled";

    /**
     * With {@code #path}: the expected number of distinct values in a chunk of the column. Enables its bloom filter.
     */
    public static final String BLOOM_DISTINCT_VALUES = "parquet.bloom.filter.expected.ndv";

    /** The false-positive probability of bloom filters; with {@code #path} for a single column. */
    public static final String BLOOM_FALSE_POSITIVES = "parquet.bloom.filter.fpp";

    /** The maximum size of a bloom filter in bytes. */
    public static final String BLOOM_BYTES = "parquet.bloom.filter.max.bytes";

    /** Whether column chunks whose dictionary contains all values get bloom filters too. */
    public static final String BLOOM_BESIDE_DICTIONARIES = "pq2.write.bloomFilter.besideDictionaries";

    /**
     * How variants are shredded: {@code none}, {@code infer}, or a type in the text form of {@link
     * io.pq2.variant.ShreddedType}; with {@code #path} for a single variant.
     */
    public static final String VARIANT_SHREDDING = "pq2.write.variantShredding";

    /** The maximum number of columns of the variants of a file whose types are inferred. */
    public static final String VARIANT_MAX_COLUMNS = "pq2.write.variantShredding.maxColumns";

    /** The maximum nesting of an inferred type. */
    public static final String VARIANT_MAX_DEPTH = "pq2.write.variantShredding.maxDepth";

    /** Whether the min and max of floating point numbers follow the IEEE 754 total order. */
    public static final String TOTAL_ORDER = "pq2.write.totalOrder";

    /** Whether the footer gets GeoParquet metadata: {@code none}, {@code 1.0} or {@code 1.1}. */
    public static final String GEOPARQUET = "pq2.write.geoparquet";

    /**
     * Whether each geometry gets its bounding box in a covering column, which the GeoParquet metadata name: {@code
     * none}, {@code float} or {@code double}, the type of the bounds. Needs {@link #GEOPARQUET} {@code 1.1}.
     */
    public static final String GEOPARQUET_COVERING = "pq2.write.geoparquet.covering";

    /** With {@code #column}: the name of the covering column of a geometry column. */
    public static final String GEOPARQUET_COVERING_NAME = "pq2.write.geoparquet.coveringName";

    /** Whether column indexes and offset indexes are written. */
    public static final String PAGE_INDEXES = "pq2.write.pageIndexes";

    /** Whether strings that are not UTF-8 are errors. */
    public static final String CHECK_TEXT = "pq2.write.checkText";

    /** The number of bytes that all writers of the JVM with this setting may buffer together; 0 for no limit. */
    public static final String MEMORY_BYTES = "pq2.write.memoryBytes";

    /**
     * The share of the maximum heap that all writers of the JVM may buffer together; {@link #MEMORY_BYTES} overrides
     * it.
     */
    public static final String MEMORY_RATIO = "parquet.memory.pool.ratio";

    /** The prefix of keys that become key-value metadata of the footer, under the rest of the key's name. */
    public static final String METADATA_PREFIX = "pq2.write.metadata.";

    private HadoopWriteOptions() {}

    /**
     * Returns the options of a configuration for plaintext files.
     *
     * <p>Keys that are not set leave the defaults of {@link WriteOptions}, except for the memory budget: all writers of
     * a JVM share one unless {@link #MEMORY_BYTES} is 0.
     *
     * @throws InvalidDataException if a key does not accept its value
     * @throws UnsupportedFeatureException if the configuration requests encryption, which needs the path and the schema
     */
    public static WriteOptions from(Configuration configuration) {
        if (HadoopEncryption.isConfigured(configuration)) {
            throw new UnsupportedFeatureException("writing encrypted files without their path and schema");
        }
        return unencrypted(configuration);
    }

    /**
     * Returns the options of a configuration for one file, including its encryption with new keys.
     *
     * @param file the path that the file is written to
     * @param schema the schema of the rows
     * @throws InvalidDataException if a key does not accept its value, or encryption is configured
     *     wrongly
     * @throws io.pq2.exception.EncryptionException if the KMS does not provide a key
     * @throws java.io.UncheckedIOException if external key material cannot be written, or the file exists already
     */
    public static WriteOptions from(Configuration configuration, Path file, Schema schema) {
        WriteOptions options = unencrypted(configuration);
        FileEncryptionProperties encryption =
                HadoopEncryption.forWriting(configuration, file, CoveringColumns.fileSchema(schema, options));
        return encryption == null
                ? options
                : options.toBuilder().encryption(encryption).build();
    }

    /**
     * Returns the options of a configuration without encryption. The caller adds the encryption of each file.
     *
     * @throws InvalidDataException if a key does not accept its value
     */
    public static WriteOptions unencrypted(Configuration configuration) {
        Configuration own = OwnProperties.of(configuration);
        Settings settings = new Settings(own);
        WriteOptions.Builder options = WriteOptions.builder();
        settings.set(WritingKeys.ROW_GROUP_BYTES, options::rowGroupBytes);
        settings.set(WritingKeys.MAX_PADDING, options::maxPaddingBytes);
        settings.set(WritingKeys.ROW_GROUP_ROWS, options::rowGroupRows);
        settings.set(WritingKeys.PAGE_BYTES, options::pageBytes);
        settings.set(WritingKeys.PAGE_ROWS, options::pageRows);
        settings.set(WritingKeys.DICTIONARY_BYTES, options::dictionaryBytes);
        settings.set(WritingKeys.DICTIONARY, options::dictionary);
        settings.byColumn(WritingKeys.DICTIONARY, options::dictionary);
        settings.set(WritingKeys.WRITER_VERSION, options::dataPageVersion);
        settings.set(WritingKeys.PROFILE, options::profile);
        checkPortable(own, options);
        settings.set(WritingKeys.BYTE_STREAM_SPLIT, split -> splitFloats(split, options));
        settings.byColumn(WritingKeys.BYTE_STREAM_SPLIT, (column, split) -> split(column, split, options));
        settings.set(WritingKeys.ENCODING, options::encoding);
        settings.byColumn(WritingKeys.ENCODING, options::encoding);
        settings.set(WritingKeys.FORBIDDEN_ENCODINGS, encodings -> encodings.forEach(options::forbidEncoding));
        settings.byColumn(
                WritingKeys.FORBIDDEN_ENCODINGS,
                (column, encodings) -> encodings.forEach(encoding -> options.forbidEncoding(column, encoding)));
        // The keys of a session apply to all its tables, so they may name columns that this file does not have.
        options.checkColumns(false);
        settings.set(WritingKeys.CHECK_COLUMNS, options::checkColumns);
        settings.set(WritingKeys.WRITE_CHECKSUMS, options::checksums);
        settings.set(WritingKeys.STATISTICS, options::statistics);
        settings.byColumn(WritingKeys.STATISTICS, options::statistics);
        settings.set(WritingKeys.STATISTICS_BOUND_BYTES, options::statisticsBoundBytes);
        settings.set(WritingKeys.COLUMN_INDEX_BOUND_BYTES, options::columnIndexBoundBytes);
        settings.set(WritingKeys.SIZE_STATISTICS, options::sizeStatistics);
        settings.byColumn(WritingKeys.SIZE_STATISTICS, options::sizeStatistics);
        BloomFilterSettings.apply(settings, options);
        VariantSettings.apply(settings, options);
        settings.set(WritingKeys.TOTAL_ORDER, options::totalOrder);
        settings.set(WritingKeys.GEOPARQUET, options::geoParquet);
        settings.set(WritingKeys.GEOPARQUET_COVERING, options::geoParquetCovering);
        settings.byColumn(
                WritingKeys.GEOPARQUET_COVERING_NAME, (column, name) -> nameCovering(own, column, name, options));
        checkCovering(own, options);
        settings.set(WritingKeys.PAGE_INDEXES, options::pageIndexes);
        settings.set(WritingKeys.CHECK_TEXT, options::checkText);
        settings.set(WritingKeys.COMPRESSION, options::codec);
        settings.set(WritingKeys.COMPRESSION_LEVEL, options::compressionLevel);
        settings.set(WritingKeys.ZSTD_LEVEL, level -> {
            if (options.build().codec() == CompressionCodec.ZSTD) {
                options.compressionLevel(level);
            }
        });
        settings.byColumn(WritingKeys.COMPRESSION, options::codec);
        settings.byColumn(WritingKeys.COMPRESSION_LEVEL, options::compressionLevel);
        options.memoryBudget(SharedBudgets.of(own));
        new TreeMap<>(own.getPropsWithPrefix(METADATA_PREFIX)).forEach(options::keyValueMetadata);
        return options.build();
    }

    /** Names the keys if the profile and the version of data pages exclude each other. */
    private static void checkPortable(Configuration configuration, WriteOptions.Builder options) {
        try {
            options.build();
        } catch (InvalidDataException e) {
            throw new InvalidDataException(
                    PROFILE + " is \"" + configuration.get(PROFILE) + "\" and " + WRITER_VERSION + " is \""
                            + configuration.get(WRITER_VERSION) + "\": " + e.detail(),
                    e);
        }
    }

    private static void nameCovering(
            Configuration configuration, String column, String name, WriteOptions.Builder options) {
        String type = configuration.getTrimmed(GEOPARQUET_COVERING, "none");
        if (type.equalsIgnoreCase("none")) {
            throw new InvalidDataException(GEOPARQUET_COVERING_NAME + "#" + column + " is \"" + name
                    + "\", but no covering columns are written. Set " + GEOPARQUET_COVERING + " to float or double");
        }
        options.geoParquetCovering(column, name);
    }

    /** Names the keys if covering columns are requested without the metadata that names them. */
    private static void checkCovering(Configuration configuration, WriteOptions.Builder options) {
        try {
            options.build();
        } catch (InvalidDataException e) {
            throw new InvalidDataException(
                    GEOPARQUET_COVERING + " is \"" + configuration.get(GEOPARQUET_COVERING) + "\" and " + GEOPARQUET
                            + " is \"" + configuration.get(GEOPARQUET, "none") + "\": " + e.detail(),
                    e);
        }
    }

    private static void splitFloats(boolean split, WriteOptions.Builder options) {
        if (split) {
            options.encoding(PhysicalType.FLOAT, Encoding.BYTE_STREAM_SPLIT);
            options.encoding(PhysicalType.DOUBLE, Encoding.BYTE_STREAM_SPLIT);
        } else {
            options.forbidEncoding(Encoding.BYTE_STREAM_SPLIT);
        }
    }

    private static void split(String column, boolean split, WriteOptions.Builder options) {
        if (split) {
            options.encoding(column, Encoding.BYTE_STREAM_SPLIT);
        } else {
            options.forbidEncoding(column, Encoding.BYTE_STREAM_SPLIT);
        }
    }
}
