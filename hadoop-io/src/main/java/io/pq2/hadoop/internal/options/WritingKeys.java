package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.Suffix.OPEN;
import static io.pq2.hadoop.internal.options.Suffix.OPTIONAL;
import static io.pq2.hadoop.internal.options.Suffix.REQUIRED;
import static io.pq2.hadoop.internal.options.ValueType.FLAG;
import static io.pq2.hadoop.internal.options.ValueType.TEXT;
import static io.pq2.hadoop.internal.options.ValueType.choice;
import static io.pq2.hadoop.internal.options.ValueType.choices;
import static io.pq2.hadoop.internal.options.ValueType.fraction;
import static io.pq2.hadoop.internal.options.ValueType.integer;
import static io.pq2.hadoop.internal.options.ValueType.number;
import static io.pq2.hadoop.internal.options.ValueType.share;

import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.variant.VariantShredding;
import io.pq2.write.DataPageVersion;
import io.pq2.write.GeoParquetCovering;
import io.pq2.write.GeoParquetVersion;
import io.pq2.write.Profile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The settings for writing files. */
public final class WritingKeys {

    private static final SettingTable TABLE = new SettingTable(Section.WRITING);

    private static final Map<String, GeoParquetVersion> GEOPARQUET_VERSIONS = new TreeMap<>(Map.of(
            "NONE", GeoParquetVersion.NONE,
            "1.0", GeoParquetVersion.V1_0,
            "1.1", GeoParquetVersion.V1_1));

    private static final Map<String, DataPageVersion> VERSIONS = new TreeMap<>(Map.of(
            "PARQUET_1_0", DataPageVersion.V1,
            "V1", DataPageVersion.V1,
            "PARQUET_2_0", DataPageVersion.V2,
            "V2", DataPageVersion.V2));

    public static final Setting<Long> ROW_GROUP_BYTES = TABLE.add(
            HadoopWriteOptions.ROW_GROUP_BYTES,
            number(1, Long.MAX_VALUE),
            NONE,
            "128m",
            "Bytes of a row group in the file. Each row group has at least one row.");

    public static final Setting<Long> MAX_PADDING = TABLE.add(
            HadoopWriteOptions.MAX_PADDING,
            number(0, Long.MAX_VALUE),
            NONE,
            "8m",
            "On HDFS (also webhdfs, viewfs) row groups end at block boundaries. The rest of a block is "
                    + "padded if it is at most this many bytes and at most half a row group. 0 ignores blocks.");

    public static final Setting<Long> ROW_GROUP_ROWS = TABLE.add(
            HadoopWriteOptions.ROW_GROUP_ROWS,
            number(1, Long.MAX_VALUE),
            NONE,
            "no limit",
            "Maximum rows of a row group.");

    public static final Setting<Integer> PAGE_BYTES = TABLE.add(
            HadoopWriteOptions.PAGE_BYTES,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "1m",
            "Uncompressed bytes of a data page.");

    public static final Setting<Integer> PAGE_ROWS = TABLE.add(
            HadoopWriteOptions.PAGE_ROWS, integer(1, Integer.MAX_VALUE), NONE, "20000", "Maximum rows of a data page.");

    public static final Setting<Integer> DICTIONARY_BYTES = TABLE.add(
            HadoopWriteOptions.DICTIONARY_BYTES,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "1m",
            "Maximum bytes of the dictionary of a column chunk.");

    public static final Setting<Boolean> DICTIONARY = TABLE.add(
            HadoopWriteOptions.DICTIONARY,
            FLAG,
            OPTIONAL,
            "true",
            "Whether columns are dictionary encoded where that makes them smaller. Per column.");

    public static final Setting<Boolean> BYTE_STREAM_SPLIT = TABLE.add(
            HadoopWriteOptions.BYTE_STREAM_SPLIT,
            FLAG,
            OPTIONAL,
            "false",
            "Whether FLOAT and DOUBLE values outside a dictionary use BYTE_STREAM_SPLIT. Per column, also "
                    + "for INT32, INT64 and FIXED_LEN_BYTE_ARRAY. An explicit `false` forbids the encoding.");

    public static final Setting<Profile> PROFILE = TABLE.add(
            HadoopWriteOptions.PROFILE,
            choice(Profile.values(), Profile::name),
            NONE,
            "`compatible`",
            "Which encodings may be chosen, by [the readers the files are for](writing.md#profiles): "
                    + "`portable`, `compatible` or `modern`.");

    public static final Setting<Encoding> ENCODING = TABLE.add(
            HadoopWriteOptions.ENCODING,
            choice(encodings()),
            OPTIONAL,
            "chosen by size",
            "The encoding of values outside a dictionary, for all columns whose type supports it. "
                    + "Overrides `parquet.enable.bytestreamsplit`. Per column.");

    public static final Setting<List<Encoding>> FORBIDDEN_ENCODINGS = TABLE.add(
            HadoopWriteOptions.FORBIDDEN_ENCODINGS,
            choices(encodings()),
            OPTIONAL,
            "none",
            "Encodings that must not be chosen, separated by commas. `RLE_DICTIONARY` means dictionaries. "
                    + "Per column.");

    public static final Setting<Boolean> CHECK_COLUMNS = TABLE.add(
            HadoopWriteOptions.CHECK_COLUMNS,
            FLAG,
            NONE,
            "false",
            "Whether a key for a column outside the schema is an error. Otherwise such keys are ignored, "
                    + "as in parquet-java.");

    public static final Setting<DataPageVersion> WRITER_VERSION = TABLE.add(
            HadoopWriteOptions.WRITER_VERSION,
            choice(VERSIONS),
            NONE,
            "`PARQUET_1_0`",
            "The version of data pages: `PARQUET_1_0` or `v1`, `PARQUET_2_0` or `v2`.");

    public static final Setting<CompressionCodec> COMPRESSION = TABLE.add(
            HadoopWriteOptions.COMPRESSION,
            choice(codecs()),
            OPTIONAL,
            "`SNAPPY`",
            "The codec: `UNCOMPRESSED` or `NONE`, `SNAPPY`, `GZIP`, `ZSTD`, `LZ4_RAW`, `LZ4` (deprecated: "
                    + "Hadoop's framing), `LZO` (in Hadoop's framing, for existing readers), `BROTLI` ([with "
                    + "brotli4j](#brotli)). Per column.");

    public static final Setting<Integer> COMPRESSION_LEVEL = TABLE.add(
            HadoopWriteOptions.COMPRESSION_LEVEL,
            integer(Integer.MIN_VALUE, Integer.MAX_VALUE),
            OPTIONAL,
            "the codec's own",
            "The level of the codec. Per column; a column with a codec of its own does not use the general"
                    + " level.");

    public static final Setting<Integer> ZSTD_LEVEL = TABLE.add(
            HadoopWriteOptions.ZSTD_LEVEL,
            integer(Integer.MIN_VALUE, Integer.MAX_VALUE),
            NONE,
            "the codec's own",
            "The level of ZSTD if it is the codec of all columns; other codecs ignore it. Overrides the "
                    + "key above, except for single columns.");

    public static final Setting<Boolean> WRITE_CHECKSUMS =
            TABLE.add(HadoopWriteOptions.WRITE_CHECKSUMS, FLAG, NONE, "true", "Whether pages get a checksum.");

    public static final Setting<Boolean> STATISTICS = TABLE.add(
            HadoopWriteOptions.STATISTICS,
            FLAG,
            OPTIONAL,
            "true",
            "Whether column chunks and pages get min and max. Per column.");

    public static final Setting<Integer> STATISTICS_BOUND_BYTES = TABLE.add(
            HadoopWriteOptions.STATISTICS_BOUND_BYTES,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "64",
            "Maximum bytes of the min and max of strings in the footer. (parquet-java has no limit by " + "default.)");

    public static final Setting<Integer> COLUMN_INDEX_BOUND_BYTES = TABLE.add(
            HadoopWriteOptions.COLUMN_INDEX_BOUND_BYTES,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "64",
            "Maximum bytes of the min and max of strings in column indexes.");

    public static final Setting<Boolean> SIZE_STATISTICS = TABLE.add(
            HadoopWriteOptions.SIZE_STATISTICS,
            FLAG,
            OPTIONAL,
            "true",
            "Whether column chunks and pages get the size of their strings and their level histograms. Per"
                    + " column.");

    public static final Setting<Boolean> BLOOM_FILTERS = TABLE.add(
            HadoopWriteOptions.BLOOM_FILTERS,
            FLAG,
            OPTIONAL,
            "false",
            "Whether column chunks get bloom filters, except those whose values are all in their "
                    + "dictionary. Per column.");

    public static final Setting<Double> BLOOM_FALSE_POSITIVES = TABLE.add(
            HadoopWriteOptions.BLOOM_FALSE_POSITIVES,
            fraction(),
            OPTIONAL,
            "0.01",
            "The false-positive probability of bloom filters. Per column.");

    public static final Setting<Long> BLOOM_DISTINCT_VALUES = TABLE.add(
            HadoopWriteOptions.BLOOM_DISTINCT_VALUES,
            number(1, Long.MAX_VALUE),
            REQUIRED,
            "",
            "Per column only: turns bloom filters on and sizes them for this many distinct values. Without"
                    + " it, a filter is sized by the values that it gets.");

    public static final Setting<Integer> BLOOM_BYTES = TABLE.add(
            HadoopWriteOptions.BLOOM_BYTES,
            integer(32, 1 << 27),
            NONE,
            "1m",
            "Maximum bytes of a bloom filter, 32 to 128m. Filter sizes are powers of two.");

    public static final Setting<Boolean> BLOOM_BESIDE_DICTIONARIES = TABLE.add(
            HadoopWriteOptions.BLOOM_BESIDE_DICTIONARIES,
            FLAG,
            NONE,
            "false",
            "Whether chunks whose values are all in their dictionary get bloom filters too, for readers "
                    + "that do not prune by dictionary.");

    public static final Setting<UnaryOperator<VariantShredding>> VARIANT_SHREDDING = TABLE.add(
            HadoopWriteOptions.VARIANT_SHREDDING,
            new ValueType<>("none, infer or a type", VariantSettings::shredding),
            OPTIONAL,
            "`none`; from Spark by [Spark's keys](#writing-from-spark)",
            "How variants are [shredded](types.md#variants): `none`, `infer`, or a type such as `{id: "
                    + "int64, tags: [string]}`. Per column.");

    public static final Setting<Integer> VARIANT_MAX_COLUMNS = TABLE.add(
            HadoopWriteOptions.VARIANT_MAX_COLUMNS,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "300",
            "The maximum number of columns of all variants of a file whose types are inferred.");

    public static final Setting<Integer> VARIANT_MAX_DEPTH = TABLE.add(
            HadoopWriteOptions.VARIANT_MAX_DEPTH,
            integer(0, 100),
            NONE,
            "50",
            "The maximum nesting of objects and arrays in an inferred type, up to 100.");

    public static final Setting<Boolean> TOTAL_ORDER = TABLE.add(
            HadoopWriteOptions.TOTAL_ORDER,
            FLAG,
            NONE,
            "false",
            "Whether min and max of FLOAT, DOUBLE and FLOAT16 follow IEEE 754 total order. Columns with "
                    + "NaNs then have min and max too, but only readers that know the order use them.");

    public static final Setting<GeoParquetVersion> GEOPARQUET = TABLE.add(
            HadoopWriteOptions.GEOPARQUET,
            choice(GEOPARQUET_VERSIONS),
            NONE,
            "`none`",
            "Whether the footer gets [GeoParquet metadata](geospatial.md#geoparquet) for GEOMETRY and "
                    + "GEOGRAPHY columns: `none`, `1.0` or `1.1`.");

    public static final Setting<GeoParquetCovering> GEOPARQUET_COVERING = TABLE.add(
            HadoopWriteOptions.GEOPARQUET_COVERING,
            choice(GeoParquetCovering.values(), GeoParquetCovering::name),
            NONE,
            "`none`",
            "Whether the writer adds a [covering column](geospatial.md#covering-columns) with the bounding"
                    + " box of each geometry: `none`, or the type of its bounds, `float` (rounded outward) or "
                    + "`double`. Needs `pq2.write.geoparquet` = `1.1`.");

    public static final Setting<String> GEOPARQUET_COVERING_NAME = TABLE.add(
            HadoopWriteOptions.GEOPARQUET_COVERING_NAME,
            TEXT,
            REQUIRED,
            "",
            "Per column only, for GEOMETRY: the name of its covering column. Without it, the name is "
                    + "`bbox` if the file has one covering column, and otherwise the name of the column with "
                    + "`_bbox`.");

    public static final Setting<Boolean> PAGE_INDEXES = TABLE.add(
            HadoopWriteOptions.PAGE_INDEXES,
            FLAG,
            NONE,
            "true",
            "Whether column indexes and offset indexes are written.");

    public static final Setting<Boolean> CHECK_TEXT = TABLE.add(
            HadoopWriteOptions.CHECK_TEXT,
            FLAG,
            NONE,
            "true; from Spark false",
            "Whether a STRING, ENUM or JSON value that is not UTF-8 is an error.");

    public static final Setting<Long> MEMORY_BYTES = TABLE.add(
            HadoopWriteOptions.MEMORY_BYTES,
            number(0, Long.MAX_VALUE),
            NONE,
            "see below",
            "Bytes that all writers of a JVM with the same setting may buffer together. When they buffer "
                    + "more, the writer in use ends its row group early. 0 means no limit. Unset, "
                    + "`parquet.memory.pool.ratio` applies.");

    public static final Setting<Double> MEMORY_RATIO = TABLE.add(
            HadoopWriteOptions.MEMORY_RATIO,
            share(),
            NONE,
            "0.25",
            "The same limit as a share of the maximum heap. (parquet-java's default is 0.95 of the heap, "
                    + "and it counts configured row group sizes; pq2 counts buffered bytes.)");

    public static final Setting<String> METADATA_PREFIX = TABLE.add(
            HadoopWriteOptions.METADATA_PREFIX,
            TEXT,
            OPEN,
            "",
            "With a name appended: writes the value into the footer's key-value metadata under that name.");

    private WritingKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
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
