package io.pq2.hadoop.options;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.read.OnCorruption;
import io.pq2.read.ReadOptions;
import io.pq2.statistics.StatisticsTrust;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** {@link ReadOptions} from a Hadoop configuration. docs/configuration.md describes each key. */
public final class HadoopReadOptions {

    /**
     * Whether page checksums are verified; the name that parquet-java uses. Its default is false there and true here.
     */
    public static final String PARQUET_VERIFY_CHECKSUMS = "parquet.page.verify-checksum.enabled";

    /** Whether page checksums are verified; overrides {@link #PARQUET_VERIFY_CHECKSUMS}. */
    public static final String VERIFY_CHECKSUMS = "pq2.read.verify-checksums";

    /**
     * The number of bytes at the end of a file that are read first; a footer of at most this size needs no second
     * request.
     */
    public static final String TAIL_BYTES = "pq2.read.tail-bytes";

    /** The largest gap in bytes between two byte ranges that are joined into one request. */
    public static final String COALESCE_GAP = "pq2.read.coalesce-gap";

    /** The length in bytes up to which byte ranges are joined into one request. */
    public static final String MAX_REQUEST_BYTES = "pq2.read.max-request-bytes";

    /** The length in bytes above which a byte range of a remote file is read by several requests at a time. */
    public static final String REQUEST_BYTES = "pq2.read.request-bytes";

    /** The largest number of requests that read a remote file at a time. */
    public static final String REQUESTS = "pq2.read.requests";

    /** The number of bytes of column chunks that may be in memory for row groups that are requested ahead. */
    public static final String PREFETCH_BYTES = "pq2.read.prefetch-bytes";

    /** The number of bytes of one column chunk that may be in memory at once. */
    public static final String MAX_CHUNK_BYTES = "pq2.read.max-chunk-bytes";

    /** Whether row groups are pruned by statistics; the name that parquet-java uses. */
    public static final String FILTER_STATISTICS = "parquet.filter.stats.enabled";

    /**
     * Which statistics, page indexes and bloom filters are believed: {@code known}, {@code all} or {@code none}, see
     * {@link StatisticsTrust}.
     */
    public static final String PRUNING_TRUST = "pq2.pruning.trust";

    /** Whether row groups are pruned by bloom filters; the name that parquet-java uses. */
    public static final String FILTER_BLOOM_FILTERS = "parquet.filter.bloom.enabled";

    /** Whether row groups are pruned by dictionaries; the name that parquet-java uses. */
    public static final String FILTER_DICTIONARIES = "parquet.filter.dictionary.enabled";

    /** The number of bytes that skipping a row group must save before its dictionaries are read ahead of its pages. */
    public static final String DICTIONARY_MIN_BYTES = "pq2.read.dictionary-min-bytes";

    /**
     * The number of row groups whose bloom filters, page indexes and dictionaries are requested together, ahead of
     * need.
     */
    public static final String PROOFS_AHEAD = "pq2.read.proofs-ahead";

    /** Whether pages are pruned by page indexes; the name that parquet-java uses. */
    public static final String FILTER_PAGE_INDEXES = "parquet.filter.columnindex.enabled";

    /** Whether single rows that do not match the filter are dropped; the name that parquet-java uses. */
    public static final String FILTER_ROWS = "parquet.filter.record-level.enabled";

    /**
     * The minimum size, in bytes per row group, of the columns outside the filter. If they are smaller, the scan
     * reads all of their pages instead of only those with rows that the filter keeps.
     */
    public static final String LATE_COLUMN_BYTES = "pq2.read.late-column-bytes";

    /** The number of bytes that the decoded data of one scan may occupy at once. */
    public static final String MAX_DECODING_BYTES = "pq2.read.max-decoding-bytes";

    /** The largest size of a page in bytes after decompression. */
    public static final String MAX_PAGE_BYTES = "pq2.read.max-page-bytes";

    /** The number of bytes that the values of a batch should have at most. */
    public static final String MAX_BATCH_BYTES = "pq2.read.max-batch-bytes";

    /** The number of bytes that a scan may decode for each byte of its column chunks, after the first GiB. */
    public static final String MAX_EXPANSION = "pq2.read.max-expansion";

    /** The number of values or rows that a scan may read for each byte of the file, after the first 2 Gi. */
    public static final String MAX_VALUES_PER_BYTE = "pq2.read.max-values-per-byte";

    /**
     * What damage of a file leads to: {@code fail}, {@code skip-file}, {@code skip-row-group} or {@code skip-rows}, see
     * {@link OnCorruption}.
     */
    public static final String ON_CORRUPTION = "pq2.read.on-corruption";

    private HadoopReadOptions() {}

    /**
     * Returns the options of a configuration. Keys that are not set leave the defaults of {@link ReadOptions}.
     *
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    public static ReadOptions from(Configuration configuration) {
        Settings settings = new Settings(configuration);
        ReadOptions.Builder options = ReadOptions.builder();
        settings.flag(PARQUET_VERIFY_CHECKSUMS, options::verifyChecksums);
        settings.flag(VERIFY_CHECKSUMS, options::verifyChecksums);
        settings.integer(TAIL_BYTES, 8, Integer.MAX_VALUE, options::tailBytes);
        settings.integer(COALESCE_GAP, 0, Integer.MAX_VALUE, options::coalesceGap);
        settings.integer(MAX_REQUEST_BYTES, 1, Integer.MAX_VALUE, options::maxRequestBytes);
        settings.bytes(PREFETCH_BYTES, 0, Long.MAX_VALUE, options::prefetchBytes);
        settings.integer(MAX_CHUNK_BYTES, 1, Integer.MAX_VALUE, options::maxChunkBytes);
        settings.flag(FILTER_STATISTICS, options::statistics);
        settings.choice(
                PRUNING_TRUST,
                Arrays.stream(StatisticsTrust.values())
                        .collect(Collectors.toMap(StatisticsTrust::name, Function.identity())),
                options::statisticsTrust);
        settings.flag(FILTER_BLOOM_FILTERS, options::bloomFilters);
        settings.flag(FILTER_DICTIONARIES, options::dictionaries);
        settings.bytes(DICTIONARY_MIN_BYTES, 0, Long.MAX_VALUE, options::dictionaryMinBytes);
        settings.integer(PROOFS_AHEAD, 1, Integer.MAX_VALUE, options::pruneAhead);
        settings.flag(FILTER_PAGE_INDEXES, options::pageIndexes);
        settings.flag(FILTER_ROWS, options::filterRows);
        settings.bytes(LATE_COLUMN_BYTES, 0, Long.MAX_VALUE, options::lateMaterializationMinBytes);
        settings.bytes(MAX_DECODING_BYTES, 1, Long.MAX_VALUE, options::maxDecodingBytes);
        settings.integer(MAX_PAGE_BYTES, 1, Integer.MAX_VALUE, options::maxPageBytes);
        settings.bytes(MAX_BATCH_BYTES, 1, Long.MAX_VALUE, options::maxBatchBytes);
        settings.bytes(MAX_EXPANSION, 1, Long.MAX_VALUE, options::maxExpansion);
        settings.bytes(MAX_VALUES_PER_BYTE, 1, Long.MAX_VALUE, options::maxValuesPerByte);
        settings.choice(
                ON_CORRUPTION,
                Arrays.stream(OnCorruption.values())
                        .collect(Collectors.toMap(mode -> mode.text().toUpperCase(Locale.ROOT), Function.identity())),
                options::onCorruption);
        return options.build();
    }
}
