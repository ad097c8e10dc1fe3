package io.pq2.mapreduce;

/**
 * Counters of a job for the rows, pages and bytes that its tasks read and skipped. The resource bundle with the name of
 * this class has the display names of the counters and of their group.
 */
public enum ScanCounter {
    /** Rows that tasks received. */
    ROWS_READ,
    /** Rows that were read and dropped because they do not match the filter. */
    ROWS_FILTERED,
    /** Row groups that were read. */
    ROW_GROUPS_READ,
    /** Row groups that were read without evaluating the filter, because all their rows match it. */
    ROW_GROUPS_MATCHED,
    /** Row groups that were skipped because of the filter, by split planning or by tasks. */
    ROW_GROUPS_SKIPPED,
    /** Row groups that were skipped by statistics. */
    SKIPPED_BY_STATISTICS,
    /** Row groups that were skipped by level histograms. */
    SKIPPED_BY_LEVEL_HISTOGRAMS,
    /** Row groups that were skipped by bloom filters. */
    SKIPPED_BY_BLOOM_FILTERS,
    /** Row groups that were skipped by dictionaries. */
    SKIPPED_BY_DICTIONARIES,
    /** Row groups that were skipped by page indexes. */
    SKIPPED_BY_PAGE_INDEXES,
    /** Pages that were decompressed. */
    PAGES_READ,
    /** Pages that were requested but not decompressed, because none of their rows is read. */
    PAGES_PASSED_OVER,
    /** Pages that were not requested, because none of their rows can match the filter. */
    PAGES_SKIPPED,
    /** Bytes that were requested, without footers. */
    BYTES_READ,
    /** Requested bytes of page indexes, bloom filters and dictionaries that were read for pruning. */
    PRUNING_BYTES,
    /** Bytes of the read columns that were not requested because of the filter. */
    BYTES_SKIPPED,
    /** Values of all columns, including nulls. */
    VALUES_DECODED,
    /** Requests for bytes, without those for footers. */
    REQUESTS,
    /** Places of damage because of which rows were lost. */
    CORRUPTIONS,
    /** Rows that were lost because they are damaged in a column that is read. Rows of lost files may be missing. */
    ROWS_LOST,
    /** Files of which no row was read because they are damaged. */
    FILES_LOST,
    /** Milliseconds spent requesting bytes and waiting for them. */
    IO_MILLIS,
    /** Milliseconds spent decompressing. */
    DECOMPRESS_MILLIS,
    /** Milliseconds spent decoding levels, values and nesting, without decompression. */
    DECODE_MILLIS
}
