package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.ValueType.FLAG;
import static io.pq2.hadoop.internal.options.ValueType.choice;
import static io.pq2.hadoop.internal.options.ValueType.integer;
import static io.pq2.hadoop.internal.options.ValueType.number;

import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.read.OnCorruption;
import io.pq2.statistics.StatisticsTrust;
import java.util.List;

/** The settings for reading files. */
public final class ReadingKeys {

    private static final SettingTable TABLE = new SettingTable(Section.READING);

    public static final Setting<Boolean> PARQUET_VERIFY_CHECKSUMS = TABLE.add(
            HadoopReadOptions.PARQUET_VERIFY_CHECKSUMS,
            FLAG,
            NONE,
            "true",
            "Whether pages that carry a checksum are verified. (parquet-java's default is false.)");

    public static final Setting<Boolean> VERIFY_CHECKSUMS =
            TABLE.add(HadoopReadOptions.VERIFY_CHECKSUMS, FLAG, NONE, "true", "The same; overrides the key above.");

    public static final Setting<Integer> TAIL_BYTES = TABLE.add(
            HadoopReadOptions.TAIL_BYTES,
            integer(8, Integer.MAX_VALUE),
            NONE,
            "64k; of local files 1k",
            "Bytes read from the end of a file when it is opened. The footer costs no further request if "
                    + "it fits.");

    public static final Setting<Integer> COALESCE_GAP = TABLE.add(
            HadoopReadOptions.COALESCE_GAP,
            integer(0, Integer.MAX_VALUE),
            NONE,
            "64k; of local files 1k",
            "Two byte ranges with a gap of at most this many bytes become one request.");

    public static final Setting<Integer> MAX_REQUEST_BYTES = TABLE.add(
            HadoopReadOptions.MAX_REQUEST_BYTES,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "16m",
            "The size up to which ranges are joined into one request. In local files, a longer column "
                    + "chunk or page run is still one request.");

    public static final Setting<Integer> REQUEST_BYTES = TABLE.add(
            HadoopReadOptions.REQUEST_BYTES,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "4m",
            "On other file systems than the local one: the size above which a byte range is read by "
                    + "several requests at a time.");

    public static final Setting<Integer> REQUESTS = TABLE.add(
            HadoopReadOptions.REQUESTS,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "32",
            "On other file systems than the local one: the largest number of requests that read a file at "
                    + "a time. Together they read at most 8 times `pq2.read.requestBytes`. All readers of a JVM "
                    + "together have at most 64 requests.");

    public static final Setting<Long> PREFETCH_BYTES = TABLE.add(
            HadoopReadOptions.PREFETCH_BYTES,
            number(0, Long.MAX_VALUE),
            NONE,
            "64m",
            "Bytes of column chunks that may be in memory at once, so that the next row groups are "
                    + "requested while one is decoded. Tasks request as much of the next files on file systems that "
                    + "are not local. 0 turns read-ahead off.");

    public static final Setting<Integer> MAX_CHUNK_BYTES = TABLE.add(
            HadoopReadOptions.MAX_CHUNK_BYTES,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "128m",
            "Bytes of one column chunk that may be in memory at once. A longer chunk is read in parts "
                    + "while its pages are decoded.");

    public static final Setting<Boolean> FILTER_STATISTICS = TABLE.add(
            HadoopReadOptions.FILTER_STATISTICS,
            FLAG,
            NONE,
            "true",
            "Whether statistics and level histograms of column chunks prune row groups.");

    public static final Setting<StatisticsTrust> PRUNING_TRUST = TABLE.add(
            HadoopReadOptions.PRUNING_TRUST,
            choice(StatisticsTrust.values(), StatisticsTrust::name),
            NONE,
            "`known`",
            "Which statistics, page indexes and bloom filters are believed: `known` for all but those that"
                    + " [their writer is known to write wrongly](writers.md), `all` whoever wrote them, or `none`. "
                    + "Statistics that contradict each other are never believed.");

    public static final Setting<Boolean> FILTER_BLOOM_FILTERS = TABLE.add(
            HadoopReadOptions.FILTER_BLOOM_FILTERS,
            FLAG,
            NONE,
            "true",
            "Whether bloom filters are read to prune row groups.");

    public static final Setting<Boolean> FILTER_DICTIONARIES = TABLE.add(
            HadoopReadOptions.FILTER_DICTIONARIES,
            FLAG,
            NONE,
            "true",
            "Whether dictionaries are read before the data pages to prune row groups.");

    public static final Setting<Long> DICTIONARY_MIN_BYTES = TABLE.add(
            HadoopReadOptions.DICTIONARY_MIN_BYTES,
            number(0, Long.MAX_VALUE),
            NONE,
            "256k",
            "Dictionaries are read for pruning only if they could save at least this many bytes of the row"
                    + " group.");

    public static final Setting<Integer> PROOFS_AHEAD = TABLE.add(
            HadoopReadOptions.PROOFS_AHEAD,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "4",
            "Row groups after the current one whose bloom filters, page indexes and dictionaries are "
                    + "requested in advance. No effect if `pq2.read.prefetchBytes` is 0.");

    public static final Setting<Boolean> FILTER_PAGE_INDEXES = TABLE.add(
            HadoopReadOptions.FILTER_PAGE_INDEXES,
            FLAG,
            NONE,
            "true",
            "Whether page indexes prune pages. Otherwise column chunks are read in full.");

    public static final Setting<Boolean> FILTER_ROWS = TABLE.add(
            HadoopReadOptions.FILTER_ROWS,
            FLAG,
            NONE,
            "true",
            "Whether single rows that do not match the filter are dropped where that saves more than it "
                    + "costs. The engine above still checks all rows it gets.");

    public static final Setting<OnCorruption> ON_CORRUPTION = TABLE.add(
            HadoopReadOptions.ON_CORRUPTION,
            choice(OnCorruption.values(), OnCorruption::text),
            NONE,
            "`fail`",
            "What damage of a file leads to: `fail`, `skip-file`, `skip-row-group` or `skip-rows` "
                    + "([docs/recovery.md](recovery.md)).");

    public static final Setting<Boolean> EXPLAIN = TABLE.add(
            ExplanationLog.EXPLAIN,
            FLAG,
            NONE,
            "false",
            "Whether each scan of a file logs what it read and skipped, and why "
                    + "([docs/explaining.md](explaining.md)).");

    public static final Setting<Long> LATE_COLUMN_BYTES = TABLE.add(
            HadoopReadOptions.LATE_COLUMN_BYTES,
            number(0, Long.MAX_VALUE),
            NONE,
            "1m",
            "Minimum bytes, in a row group, of the columns outside the filter for [late "
                    + "materialization](design/pruning.md#late-materialization) of their pages.");

    public static final Setting<Long> MAX_DECODING_BYTES = TABLE.add(
            HadoopReadOptions.MAX_DECODING_BYTES,
            number(1, Long.MAX_VALUE),
            NONE,
            "half of the JVM's maximum heap",
            "[Limit](design/hardening.md) of the bytes that the decoded data of one scan of a file "
                    + "occupies at once, and of the memory of its footer.");

    public static final Setting<Integer> MAX_PAGE_BYTES = TABLE.add(
            HadoopReadOptions.MAX_PAGE_BYTES,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "1g",
            "Limit of the size of a page after decompression.");

    public static final Setting<Long> MAX_BATCH_BYTES = TABLE.add(
            HadoopReadOptions.MAX_BATCH_BYTES,
            number(1, Long.MAX_VALUE),
            NONE,
            "128m",
            "The size that a batch should have at most. Batches of wide rows get fewer rows, but at least " + "one.");

    public static final Setting<Long> MAX_EXPANSION = TABLE.add(
            HadoopReadOptions.MAX_EXPANSION,
            number(1, Long.MAX_VALUE),
            NONE,
            "32768",
            "Limit of the bytes that a scan decodes per byte of its column chunks. The first GiB is free.");

    public static final Setting<Long> MAX_VALUES_PER_BYTE = TABLE.add(
            HadoopReadOptions.MAX_VALUES_PER_BYTE,
            number(1, Long.MAX_VALUE),
            NONE,
            "65536",
            "Limit of the values, and of the rows, that a scan reads per byte of the file. The first "
                    + "2,147,483,648 are free.");

    private ReadingKeys() {}

    /** Returns the settings in the order of their documentation. */
    public static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
