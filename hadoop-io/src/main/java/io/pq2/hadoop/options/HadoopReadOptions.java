package io.pq2.hadoop.options;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.read.ReadOptions;
import org.apache.hadoop.conf.Configuration;

/** {@link ReadOptions} out of a Hadoop configuration. docs/configuration.md says what each key does. */
public final class HadoopReadOptions {

    /** Whether the checksums of pages are verified, as parquet-java names it. It verifies none by default, pq2 does. */
    public static final String PARQUET_VERIFY_CHECKSUMS = "parquet.page.verify-checksum.enabled";

    /** Whether the checksums of pages are verified; stronger than {@link #PARQUET_VERIFY_CHECKSUMS}. */
    public static final String VERIFY_CHECKSUMS = "pq2.read.verify-checksums";

    /** How many bytes are read from the end of a file at once, in the hope that the footer is in them. */
    public static final String TAIL_BYTES = "pq2.read.tail-bytes";

    /** How many unneeded bytes between two ranges are read rather than leaving them out with a second request. */
    public static final String COALESCE_GAP = "pq2.read.coalesce-gap";

    /** The length in bytes that requests do not grow beyond by merging. */
    public static final String MAX_REQUEST_BYTES = "pq2.read.max-request-bytes";

    /** How many bytes of column chunks may be held so that the next row group is requested while one is decoded. */
    public static final String PREFETCH_BYTES = "pq2.read.prefetch-bytes";

    /** How many bytes of a column chunk are held at once. */
    public static final String MAX_CHUNK_BYTES = "pq2.read.max-chunk-bytes";

    /** Whether the statistics of column chunks leave row groups out, as parquet-java names it. */
    public static final String FILTER_STATISTICS = "parquet.filter.stats.enabled";

    /** Whether bloom filters leave row groups out, as parquet-java names it. */
    public static final String FILTER_BLOOM_FILTERS = "parquet.filter.bloom.enabled";

    /** Whether dictionaries leave row groups out, as parquet-java names it. */
    public static final String FILTER_DICTIONARIES = "parquet.filter.dictionary.enabled";

    /** How many bytes of a row group dictionaries must be able to save, so that they are read ahead of their pages. */
    public static final String DICTIONARY_MIN_BYTES = "pq2.read.dictionary-min-bytes";

    /** Of how many row groups ahead is requested at once what may rule them out. */
    public static final String PROOFS_AHEAD = "pq2.read.proofs-ahead";

    /** Whether page indexes leave pages out, as parquet-java names it. */
    public static final String FILTER_PAGE_INDEXES = "parquet.filter.columnindex.enabled";

    /** Whether single rows are left out that a filter is not true for, as parquet-java names it. */
    public static final String FILTER_ROWS = "parquet.filter.record-level.enabled";

    /** From how many bytes on columns that a filter does not look at are requested when it is known which rows it keeps. */
    public static final String LATE_COLUMN_BYTES = "pq2.read.late-column-bytes";

    private HadoopReadOptions() {}

    /**
     * The options that a configuration has. What it does not set has the default of {@link ReadOptions}.
     *
     * @throws io.pq2.exception.InvalidDataException if a value is not one that its key takes
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
        settings.flag(FILTER_BLOOM_FILTERS, options::bloomFilters);
        settings.flag(FILTER_DICTIONARIES, options::dictionaries);
        settings.bytes(DICTIONARY_MIN_BYTES, 0, Long.MAX_VALUE, options::dictionaryMinBytes);
        settings.integer(PROOFS_AHEAD, 1, Integer.MAX_VALUE, options::proofsAhead);
        settings.flag(FILTER_PAGE_INDEXES, options::pageIndexes);
        settings.flag(FILTER_ROWS, options::filterRows);
        settings.bytes(LATE_COLUMN_BYTES, 0, Long.MAX_VALUE, options::lateColumnBytes);
        return options.build();
    }
}
