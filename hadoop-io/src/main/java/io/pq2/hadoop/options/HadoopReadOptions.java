package io.pq2.hadoop.options;

import io.pq2.hadoop.internal.options.ReadingKeys;
import io.pq2.hadoop.internal.options.Settings;
import io.pq2.read.OnCorruption;
import io.pq2.read.ReadOptions;
import io.pq2.statistics.StatisticsTrust;
import org.apache.hadoop.conf.Configuration;

/** {@link ReadOptions} from a Hadoop configuration. docs/configuration.md describes each key. */
public final class HadoopReadOptions {

    /**
     * Whether page checksums are verified; the name that parquet-java uses. Its default is false there and true here.
     */
    public static final String PARQUET_VERIFY_CHECKSUMS = "parquet.page.verify-checksum.enabled";

    /** Whether page checksums are verified; overrides {@link #PARQUET_VERIFY_CHECKSUMS}. */
    public static final String VERIFY_CHECKSUMS = "pq2.read.verifyChecksums";

    /**
     * The number of bytes at the end of a file that are read first; a footer of at most this size needs no second
     * request.
     */
    public static final String TAIL_BYTES = "pq2.read.tailBytes";

    /** The largest gap in bytes between two byte ranges that are joined into one request. */
    public static final String COALESCE_GAP = "pq2.read.coalesceGap";

    /** The length in bytes up to which byte ranges are joined into one request. */
    public static final String MAX_REQUEST_BYTES = "pq2.read.maxRequestBytes";

    /** The length in bytes above which a byte range of a remote file is read by several requests at a time. */
    public static final String REQUEST_BYTES = "pq2.read.requestBytes";

    /** The largest number of requests that read a remote file at a time. */
    public static final String REQUESTS = "pq2.read.requests";

    /** The number of bytes of column chunks that may be in memory for row groups that are requested ahead. */
    public static final String PREFETCH_BYTES = "pq2.read.prefetchBytes";

    /** The number of bytes of one column chunk that may be in memory at once. */
    public static final String MAX_CHUNK_BYTES = "pq2.read.maxChunkBytes";

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
    public static final String DICTIONARY_MIN_BYTES = "pq2.read.dictionaryMinBytes";

    /**
     * The number of row groups whose bloom filters, page indexes and dictionaries are requested together, ahead of
     * need.
     */
    public static final String PROOFS_AHEAD = "pq2.read.proofsAhead";

    /** Whether pages are pruned by page indexes; the name that parquet-java uses. */
    public static final String FILTER_PAGE_INDEXES = "parquet.filter.columnindex.enabled";

    /** Whether single rows that do not match the filter are dropped; the name that parquet-java uses. */
    public static final String FILTER_ROWS = "parquet.filter.record-level.enabled";

    /**
     * The minimum size, in bytes per row group, of the columns outside the filter. If they are smaller, the scan
     * reads all of their pages instead of only those with rows that the filter keeps.
     */
    public static final String LATE_COLUMN_BYTES = "pq2.read.lateColumnBytes";

    /** The number of bytes that the decoded data of one scan may occupy at once. */
    public static final String MAX_DECODING_BYTES = "pq2.read.maxDecodingBytes";

    /** The largest size of a page in bytes after decompression. */
    public static final String MAX_PAGE_BYTES = "pq2.read.maxPageBytes";

    /** The number of bytes that the values of a batch should have at most. */
    public static final String MAX_BATCH_BYTES = "pq2.read.maxBatchBytes";

    /** The number of bytes that a scan may decode for each byte of its column chunks, after the first GiB. */
    public static final String MAX_EXPANSION = "pq2.read.maxExpansion";

    /** The number of values or rows that a scan may read for each byte of the file, after the first 2 Gi. */
    public static final String MAX_VALUES_PER_BYTE = "pq2.read.maxValuesPerByte";

    /**
     * What damage of a file leads to: {@code fail}, {@code skip-file}, {@code skip-row-group} or {@code skip-rows}, see
     * {@link OnCorruption}.
     */
    public static final String ON_CORRUPTION = "pq2.read.onCorruption";

    private HadoopReadOptions() {}

    /**
     * Returns the options of a configuration. Keys that are not set leave the defaults of {@link ReadOptions}.
     *
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    public static ReadOptions from(Configuration configuration) {
        Settings settings = new Settings(configuration);
        ReadOptions.Builder options = ReadOptions.builder();
        settings.set(ReadingKeys.PARQUET_VERIFY_CHECKSUMS, options::verifyChecksums);
        settings.set(ReadingKeys.VERIFY_CHECKSUMS, options::verifyChecksums);
        settings.set(ReadingKeys.TAIL_BYTES, options::tailBytes);
        settings.set(ReadingKeys.COALESCE_GAP, options::coalesceGap);
        settings.set(ReadingKeys.MAX_REQUEST_BYTES, options::maxRequestBytes);
        settings.set(ReadingKeys.PREFETCH_BYTES, options::prefetchBytes);
        settings.set(ReadingKeys.MAX_CHUNK_BYTES, options::maxChunkBytes);
        settings.set(ReadingKeys.FILTER_STATISTICS, options::statistics);
        settings.set(ReadingKeys.PRUNING_TRUST, options::statisticsTrust);
        settings.set(ReadingKeys.FILTER_BLOOM_FILTERS, options::bloomFilters);
        settings.set(ReadingKeys.FILTER_DICTIONARIES, options::dictionaries);
        settings.set(ReadingKeys.DICTIONARY_MIN_BYTES, options::dictionaryMinBytes);
        settings.set(ReadingKeys.PROOFS_AHEAD, options::pruneAhead);
        settings.set(ReadingKeys.FILTER_PAGE_INDEXES, options::pageIndexes);
        settings.set(ReadingKeys.FILTER_ROWS, options::filterRows);
        settings.set(ReadingKeys.LATE_COLUMN_BYTES, options::lateMaterializationMinBytes);
        settings.set(ReadingKeys.MAX_DECODING_BYTES, options::maxDecodingBytes);
        settings.set(ReadingKeys.MAX_PAGE_BYTES, options::maxPageBytes);
        settings.set(ReadingKeys.MAX_BATCH_BYTES, options::maxBatchBytes);
        settings.set(ReadingKeys.MAX_EXPANSION, options::maxExpansion);
        settings.set(ReadingKeys.MAX_VALUES_PER_BYTE, options::maxValuesPerByte);
        settings.set(ReadingKeys.ON_CORRUPTION, options::onCorruption);
        return options.build();
    }
}
