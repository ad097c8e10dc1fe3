package io.pq2.hadoop.options;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.internal.options.BloomFilterSettings;
import io.pq2.hadoop.internal.options.Settings;
import io.pq2.hadoop.internal.options.SharedBudgets;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import io.pq2.write.DataPageVersion;
import io.pq2.write.Profile;
import io.pq2.write.WriteOptions;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * {@link WriteOptions} out of a Hadoop configuration, by the names that parquet-java gives its own. docs/configuration.md says
 * what each key does.
 */
public final class HadoopWriteOptions {

    /** How many bytes a row group has before the next one is begun. */
    public static final String ROW_GROUP_BYTES = "parquet.block.size";

    /** How many bytes of a file system's block are padded rather than given to a row group's beginning. */
    public static final String MAX_PADDING = "parquet.writer.max-padding";

    /** How many rows a row group has at most. */
    public static final String ROW_GROUP_ROWS = "parquet.block.row.count.limit";

    /** How many bytes a page has before the next one is begun. */
    public static final String PAGE_BYTES = "parquet.page.size";

    /** How many rows a page has at most. */
    public static final String PAGE_ROWS = "parquet.page.row.count.limit";

    /** How many bytes the dictionary of a column chunk has at most. */
    public static final String DICTIONARY_BYTES = "parquet.dictionary.page.size";

    /** Whether columns begin with a dictionary; with {@code #path} for a single column. */
    public static final String DICTIONARY = "parquet.enable.dictionary";

    /** The version of data pages: {@code PARQUET_1_0} or {@code v1}, {@code PARQUET_2_0} or {@code v2}. */
    public static final String WRITER_VERSION = "parquet.writer.version";

    /** The codec, by its name in the format; with {@code #path} for a single column. */
    public static final String COMPRESSION = "parquet.compression";

    /** How hard ZSTD tries. It is ignored by other codecs. */
    public static final String ZSTD_LEVEL = "parquet.compression.codec.zstd.level";

    /** How hard the codec tries, whichever it is; weaker than {@link #ZSTD_LEVEL}. With {@code #path} for a single column, and then stronger. */
    public static final String COMPRESSION_LEVEL = "parquet.compression.level";

    /** Whether pages get checksums. */
    public static final String WRITE_CHECKSUMS = "parquet.page.write-checksum.enabled";

    /** Whether column chunks and pages get bounds; with {@code #path} for a single column. */
    public static final String STATISTICS = "parquet.column.statistics.enabled";

    /** How long the bounds of a column chunk's strings are at most. */
    public static final String STATISTICS_BOUND_BYTES = "parquet.statistics.truncate.length";

    /** How long the bounds of a page's strings are at most. */
    public static final String COLUMN_INDEX_BOUND_BYTES = "parquet.columnindex.truncate.length";

    /** Whether column chunks and pages get size statistics; with {@code #path} for a single column. */
    public static final String SIZE_STATISTICS = "parquet.size.statistics.enabled";

    /** Whether FLOAT and DOUBLE are BYTE_STREAM_SPLIT where they have no dictionary; with {@code #path} for any column. */
    public static final String BYTE_STREAM_SPLIT = "parquet.enable.bytestreamsplit";

    /** Which readers files are for: {@code compatible} or {@code modern}. */
    public static final String PROFILE = "pq2.write.profile";

    /** The encoding of values without dictionary; with {@code #path} for a single column. */
    public static final String ENCODING = "pq2.write.encoding";

    /** Encodings that are not to be chosen; with {@code #path} for a single column. */
    public static final String FORBIDDEN_ENCODINGS = "pq2.write.forbidden-encodings";

    /** Whether keys for columns that the schema does not have are refused. */
    public static final String CHECK_COLUMNS = "pq2.write.check-columns";

    /** Whether column chunks get bloom filters; with {@code #path} for a single column. */
    public static final String BLOOM_FILTERS = "parquet.bloom.filter.enabled";

    /** With {@code #path}: how many distinct values a chunk of that column is expected to have. */
    public static final String BLOOM_DISTINCT_VALUES = "parquet.bloom.filter.expected.ndv";

    /** The part of absent values that bloom filters do not rule out; with {@code #path} for a single column. */
    public static final String BLOOM_FALSE_POSITIVES = "parquet.bloom.filter.fpp";

    /** How large a bloom filter is at most. */
    public static final String BLOOM_BYTES = "parquet.bloom.filter.max.bytes";

    /** Whether chunks whose dictionary has all values get bloom filters too. */
    public static final String BLOOM_BESIDE_DICTIONARIES = "pq2.write.bloom-filter.beside-dictionaries";

    /** Whether bounds of floating point numbers follow IEEE 754 total order. */
    public static final String TOTAL_ORDER = "pq2.write.total-order";

    /** Whether column indexes and offset indexes are written. */
    public static final String PAGE_INDEXES = "pq2.write.page-indexes";

    /** Whether strings that are not UTF-8 are refused. */
    public static final String CHECK_TEXT = "pq2.write.check-text";

    /** How many bytes all writers of the virtual machine with this setting may buffer together; 0 for no limit. */
    public static final String MEMORY_BYTES = "pq2.write.memory-bytes";

    /** The same as a share of the greatest heap; weaker than {@link #MEMORY_BYTES}. */
    public static final String MEMORY_RATIO = "parquet.memory.pool.ratio";

    /** What begins the keys whose values go into the footer's key-value metadata, under the rest of the key. */
    public static final String METADATA_PREFIX = "pq2.write.metadata.";

    private static final Map<String, CompressionCodec> CODECS = codecs();
    private static final Map<String, Encoding> ENCODINGS = encodings();
    private static final Map<String, Profile> PROFILES =
            new TreeMap<>(Map.of("COMPATIBLE", Profile.COMPATIBLE, "MODERN", Profile.MODERN));
    private static final Map<String, DataPageVersion> VERSIONS = new TreeMap<>(Map.of(
            "PARQUET_1_0", DataPageVersion.V1,
            "V1", DataPageVersion.V1,
            "PARQUET_2_0", DataPageVersion.V2,
            "V2", DataPageVersion.V2));

    private HadoopWriteOptions() {}

    /**
     * The options that a configuration has for files that are not encrypted. What it does not set has the default of {@link WriteOptions}, but
     * there is always a {@link io.pq2.write.MemoryBudget} unless the configuration forbids it: tasks know nothing of each other.
     *
     * @throws io.pq2.exception.InvalidDataException if a value is not one that its key takes
     * @throws UnsupportedFeatureException if the files are to be encrypted, for which the other method is
     */
    public static WriteOptions from(Configuration configuration) {
        if (HadoopEncryption.isConfigured(configuration)) {
            throw new UnsupportedFeatureException("writing encrypted files without naming file and schema");
        }
        return unencrypted(configuration);
    }

    /**
     * The options that a configuration has for one file, its encryption among them.
     *
     * @param file where it is being written
     * @throws io.pq2.exception.InvalidDataException as {@link HadoopEncryption#forWriting}, or if a value is not one that its key takes
     * @throws io.pq2.exception.EncryptionException if the KMS does not give a key
     */
    public static WriteOptions from(Configuration configuration, Path file, Schema schema) {
        WriteOptions options = unencrypted(configuration);
        FileEncryptionProperties encryption = HadoopEncryption.forWriting(configuration, file, schema);
        return encryption == null
                ? options
                : options.toBuilder().encryption(encryption).build();
    }

    /** The options that a configuration has, but for encryption, which the caller adds. */
    public static WriteOptions unencrypted(Configuration configuration) {
        Settings settings = new Settings(configuration);
        WriteOptions.Builder options = WriteOptions.builder();
        settings.bytes(ROW_GROUP_BYTES, 1, Long.MAX_VALUE, options::rowGroupBytes);
        settings.bytes(MAX_PADDING, 0, Long.MAX_VALUE, options::maxPaddingBytes);
        settings.bytes(ROW_GROUP_ROWS, 1, Long.MAX_VALUE, options::rowGroupRows);
        settings.integer(PAGE_BYTES, 1, Integer.MAX_VALUE, options::pageBytes);
        settings.integer(PAGE_ROWS, 1, Integer.MAX_VALUE, options::pageRows);
        settings.integer(DICTIONARY_BYTES, 1, Integer.MAX_VALUE, options::dictionaryBytes);
        settings.flag(DICTIONARY, options::dictionary);
        settings.flagByColumn(DICTIONARY, options::dictionary);
        settings.choice(WRITER_VERSION, VERSIONS, options::dataPageVersion);
        settings.choice(PROFILE, PROFILES, options::profile);
        settings.flag(BYTE_STREAM_SPLIT, split -> splitFloats(split, options));
        settings.flagByColumn(BYTE_STREAM_SPLIT, (column, split) -> split(column, split, options));
        settings.choice(ENCODING, ENCODINGS, options::encoding);
        settings.choiceByColumn(ENCODING, ENCODINGS, options::encoding);
        settings.choices(FORBIDDEN_ENCODINGS, ENCODINGS, options::forbidEncoding);
        settings.choicesByColumn(FORBIDDEN_ENCODINGS, ENCODINGS, options::forbidEncoding);
        // A session's keys are for all its tables.
        options.checkColumns(false);
        settings.flag(CHECK_COLUMNS, options::checkColumns);
        settings.flag(WRITE_CHECKSUMS, options::checksums);
        settings.flag(STATISTICS, options::statistics);
        settings.flagByColumn(STATISTICS, options::statistics);
        settings.integer(STATISTICS_BOUND_BYTES, 1, Integer.MAX_VALUE, options::statisticsBoundBytes);
        settings.integer(COLUMN_INDEX_BOUND_BYTES, 1, Integer.MAX_VALUE, options::columnIndexBoundBytes);
        settings.flag(SIZE_STATISTICS, options::sizeStatistics);
        settings.flagByColumn(SIZE_STATISTICS, options::sizeStatistics);
        BloomFilterSettings.apply(settings, options);
        settings.flag(TOTAL_ORDER, options::totalOrder);
        settings.flag(PAGE_INDEXES, options::pageIndexes);
        settings.flag(CHECK_TEXT, options::checkText);
        settings.choice(COMPRESSION, CODECS, options::codec);
        settings.integer(COMPRESSION_LEVEL, Integer.MIN_VALUE, Integer.MAX_VALUE, options::compressionLevel);
        if (options.build().codec() == CompressionCodec.ZSTD) {
            settings.integer(ZSTD_LEVEL, Integer.MIN_VALUE, Integer.MAX_VALUE, options::compressionLevel);
        }
        settings.choiceByColumn(COMPRESSION, CODECS, options::codec);
        settings.integerByColumn(COMPRESSION_LEVEL, Integer.MIN_VALUE, Integer.MAX_VALUE, options::compressionLevel);
        options.memoryBudget(SharedBudgets.of(configuration));
        new TreeMap<>(configuration.getPropsWithPrefix(METADATA_PREFIX)).forEach(options::keyValueMetadata);
        return options.build();
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

    private static Map<String, Encoding> encodings() {
        Map<String, Encoding> encodings = new TreeMap<>();
        for (Encoding encoding : Encoding.values()) {
            if (encoding != Encoding.UNKNOWN) {
                encodings.put(encoding.name(), encoding);
            }
        }
        return encodings;
    }

    private static Map<String, CompressionCodec> codecs() {
        Map<String, CompressionCodec> codecs = new TreeMap<>();
        for (CompressionCodec codec : CompressionCodec.values()) {
            if (codec != CompressionCodec.UNKNOWN) {
                codecs.put(codec.name(), codec);
            }
        }
        codecs.put("NONE", CompressionCodec.UNCOMPRESSED);
        return codecs;
    }
}
