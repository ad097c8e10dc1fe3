package io.pq2.inspect;

import org.jspecify.annotations.Nullable;

/**
 * Something about the files of a table that makes reading it slower or larger than necessary.
 *
 * @param kind what was found
 * @param column the dotted path of the column; null if it is not about one column
 * @param files the number of files that are concerned
 * @param finding what was found, with numbers
 * @param cost what it costs, as far as footers say; estimates are called so
 * @param remedy what helps
 */
public record TableDiagnosis(
        Kind kind, @Nullable String column, long files, String finding, String cost, Remedy remedy) {

    /** The things that a diagnosis is about. */
    public enum Kind {
        /** Several files that are much smaller than a task should read. */
        SMALL_FILES,
        /** Row groups that are so small that their metadata and requests count. */
        SMALL_ROW_GROUPS,
        /** Row groups that need much memory and cannot be read by several tasks. */
        LARGE_ROW_GROUPS,
        /** Column chunks without min, max or null count. */
        NO_STATISTICS,
        /** Column chunks without column index or offset index. */
        NO_PAGE_INDEX,
        /** Column chunks that are not compressed. */
        NOT_COMPRESSED,
        /** Column chunks whose dictionary became too large, so that later pages are PLAIN. */
        DICTIONARY_ABANDONED,
        /** A column that queries filter by, of type INT96, which has no min, max and order. */
        INT96_TIMESTAMPS,
        /** Columns with different codecs. */
        MIXED_CODECS,
        /** Files with different schemas. */
        MIXED_SCHEMAS,
        /** Files of different writers. */
        MIXED_WRITERS,
        /** A column whose values are spread over most row groups, so that filters on it skip few. */
        UNSORTED,
        /** Partitions of very different sizes. */
        SKEW
    }

    /** What helps. */
    public enum Remedy {
        /** Writing the files again as fewer, larger ones. */
        COMPACT,
        /** Writing the rows again in the order of the column. */
        SORT,
        /** Writing the INT96 timestamps of the files again as microseconds. */
        STORE_MICROS,
        /** Writing the files again with the defaults of a current writer. */
        REWRITE,
        /** Comparing the files, for example with {@link SchemaDifference}. */
        COMPARE,
        /** Nothing automatic: choose other partition columns. */
        REPARTITION
    }
}
