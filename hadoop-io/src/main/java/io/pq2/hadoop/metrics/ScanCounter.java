package io.pq2.hadoop.metrics;

import io.pq2.predicate.SkipReason;
import io.pq2.read.ScanMetrics;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * The counts of a scan. In MapReduce, each constant is a counter of the job. The resource bundle with the name of this
 * class has the display names of these counters and of their group. In Spark, each constant is a metric of the scan's
 * node in the plan.
 */
@SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
public enum ScanCounter {
    /** Rows that the scan returned. */
    ROWS_READ("rows read", Unit.COUNT, ScanMetrics::rowsRead),
    /** Rows that were read and dropped because they do not match the filter. */
    ROWS_FILTERED("rows filtered", Unit.COUNT, ScanMetrics::rowsFiltered),
    /** Row groups that were read. */
    ROW_GROUPS_READ("row groups read", Unit.COUNT, ScanMetrics::rowGroupsRead),
    /** Row groups in which the filter matches all rows, so that it is not evaluated. */
    ROW_GROUPS_MATCHED("row groups fully matched", Unit.COUNT, ScanMetrics::rowGroupsMatching),
    /** Row groups that were not read because the footer states their aggregates. */
    ROW_GROUPS_ANSWERED("row groups answered by footers", Unit.COUNT, ScanMetrics::rowGroupsAnswered),
    /** Row groups that were skipped because of the filter, by the planning of splits or by tasks. */
    ROW_GROUPS_SKIPPED("row groups skipped", Unit.COUNT, ScanMetrics::rowGroupsSkipped),
    /** Row groups that were skipped by statistics. */
    SKIPPED_BY_STATISTICS(SkipReason.STATISTICS),
    /** Row groups that were skipped by level histograms. */
    SKIPPED_BY_LEVEL_HISTOGRAMS(SkipReason.LEVEL_HISTOGRAM),
    /** Row groups that were skipped by bloom filters. */
    SKIPPED_BY_BLOOM_FILTERS(SkipReason.BLOOM_FILTER),
    /** Row groups that were skipped by dictionaries. */
    SKIPPED_BY_DICTIONARIES(SkipReason.DICTIONARY),
    /** Row groups that were skipped by page indexes. */
    SKIPPED_BY_PAGE_INDEXES(SkipReason.COLUMN_INDEX),
    /** Column chunks of the filter whose statistics contradict each other, so that none of them was believed. */
    CONTRADICTIONS("column chunks with contradictory statistics", Unit.COUNT, ScanMetrics::contradictions),
    /** Pages that were decompressed. */
    PAGES_READ("pages read", Unit.COUNT, ScanMetrics::pagesRead),
    /** Pages that were requested but not decompressed, because none of their rows is read. */
    PAGES_PASSED_OVER("pages passed over", Unit.COUNT, ScanMetrics::pagesPassedOver),
    /** Pages that were not requested, because none of their rows can match the filter. */
    PAGES_SKIPPED("pages skipped", Unit.COUNT, ScanMetrics::pagesSkipped),
    /** Bytes that were requested, without footers. */
    BYTES_READ("bytes read", Unit.BYTES, ScanMetrics::bytesRead),
    /** Requested bytes of page indexes, bloom filters and dictionaries that were read for pruning. */
    PRUNING_BYTES("bytes read for pruning", Unit.BYTES, ScanMetrics::pruningBytes),
    /** Bytes of the read columns that were not requested because of the filter. */
    BYTES_SKIPPED("bytes skipped", Unit.BYTES, ScanMetrics::bytesSkipped),
    /** Requests for bytes, without those for footers. */
    REQUESTS("requests to the file system", Unit.COUNT, ScanMetrics::requests),
    /** Values of all columns, including nulls. */
    VALUES_DECODED("values decoded", Unit.COUNT, ScanMetrics::valuesDecoded),
    /** Time spent requesting bytes and waiting for them. */
    IO_TIME("time waiting for bytes", Unit.NANOS, ScanMetrics::ioNanos),
    /** Time spent decompressing. */
    DECOMPRESS_TIME("time decompressing", Unit.NANOS, ScanMetrics::decompressNanos),
    /** Time spent decoding levels, values and nesting, without decompression. */
    DECODE_TIME("time decoding", Unit.NANOS, ScanMetrics::decodeNanos),
    /** Places of damage that cost rows; each has a {@link io.pq2.read.CorruptionReport}. */
    CORRUPTIONS("places of damage", Unit.COUNT, ScanMetrics::corruptions),
    /** Rows that were lost because they are damaged in a column that is read. Rows of lost files may be missing. */
    ROWS_LOST("rows lost", Unit.COUNT, ScanMetrics::rowsLost),
    /** Row groups that lost rows. */
    ROW_GROUPS_DAMAGED("row groups damaged", Unit.COUNT, ScanMetrics::rowGroupsDamaged),
    /** Damaged files from which no row was read. */
    FILES_LOST("files lost", Unit.COUNT, ScanMetrics::filesLost);

    /** The unit of a counter. */
    public enum Unit {
        /** A number of things. */
        COUNT,
        /** A number of bytes. */
        BYTES,
        /** A time in nanoseconds. */
        NANOS
    }

    private final String metricName;
    private final String description;
    private final Unit unit;
    private final ToLongFunction<ScanMetrics> count;

    ScanCounter(String description, Unit unit, ToLongFunction<ScanMetrics> count) {
        StringBuilder camelCase = new StringBuilder("pq2");
        for (String word : name().split("_", -1)) {
            camelCase.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        this.metricName = camelCase.toString();
        this.description = description;
        this.unit = unit;
        this.count = count;
    }

    ScanCounter(SkipReason reason) {
        this("row groups skipped by " + reason.label(), Unit.COUNT, metrics -> metrics.rowGroupsSkipped(reason));
    }

    /** Returns the name of Spark's metric, for example {@code pq2RowGroupsRead}. */
    public String metricName() {
        return metricName;
    }

    /** Returns the description of the count, in lower case. */
    public String description() {
        return description;
    }

    /** Returns the unit of the count. */
    public Unit unit() {
        return unit;
    }

    /** Returns the current count. */
    public long of(ScanMetrics metrics) {
        return count.applyAsLong(metrics);
    }
}
