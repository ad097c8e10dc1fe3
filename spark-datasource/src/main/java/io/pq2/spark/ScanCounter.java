package io.pq2.spark;

import io.pq2.predicate.SkipReason;
import io.pq2.read.ScanMetrics;

/** The counts of a scan, with the names of their metrics in Spark. */
public enum ScanCounter {
    ROW_GROUPS_READ("pq2RowGroupsRead", "row groups read", Unit.COUNT),
    /** Row groups in which the filter matches all rows, so that it is not evaluated. */
    ROW_GROUPS_MATCHED("pq2RowGroupsMatched", "row groups fully matched", Unit.COUNT),
    ROW_GROUPS_ANSWERED("pq2RowGroupsAnswered", "row groups answered by footers", Unit.COUNT),
    ROW_GROUPS_SKIPPED("pq2RowGroupsSkipped", "row groups skipped", Unit.COUNT),
    SKIPPED_BY_STATISTICS("pq2SkippedByStatistics", "row groups skipped by statistics", Unit.COUNT),
    SKIPPED_BY_LEVEL_HISTOGRAMS("pq2SkippedByLevelHistograms", "row groups skipped by level histograms", Unit.COUNT),
    SKIPPED_BY_BLOOM_FILTERS("pq2SkippedByBloomFilters", "row groups skipped by bloom filters", Unit.COUNT),
    SKIPPED_BY_DICTIONARIES("pq2SkippedByDictionaries", "row groups skipped by dictionaries", Unit.COUNT),
    SKIPPED_BY_PAGE_INDEXES("pq2SkippedByPageIndexes", "row groups skipped by page indexes", Unit.COUNT),
    /** Column chunks of the filter whose statistics contradict each other, so that none of them was believed. */
    CONTRADICTIONS("pq2Contradictions", "column chunks with contradictory statistics", Unit.COUNT),
    PAGES_READ("pq2PagesRead", "pages read", Unit.COUNT),
    /** Pages that were fetched but not decompressed, because the scan needs none of their rows. */
    PAGES_PASSED_OVER("pq2PagesPassedOver", "pages passed over", Unit.COUNT),
    PAGES_SKIPPED("pq2PagesSkipped", "pages skipped", Unit.COUNT),
    ROWS_FILTERED("pq2RowsFiltered", "rows filtered", Unit.COUNT),
    BYTES_READ("pq2BytesRead", "bytes read", Unit.BYTES),
    /** The part of the bytes read that pruning needed: page indexes, bloom filters and dictionaries. */
    PRUNING_BYTES("pq2ProofBytes", "bytes read for pruning", Unit.BYTES),
    BYTES_SKIPPED("pq2BytesSkipped", "bytes skipped", Unit.BYTES),
    REQUESTS("pq2Requests", "requests to the file system", Unit.COUNT),
    VALUES_DECODED("pq2ValuesDecoded", "values decoded", Unit.COUNT),
    IO_TIME("pq2IoTime", "time waiting for bytes", Unit.NANOS),
    DECOMPRESS_TIME("pq2DecompressTime", "time decompressing", Unit.NANOS),
    DECODE_TIME("pq2DecodeTime", "time decoding", Unit.NANOS),
    /** Places of damage, each with a report; see {@link CorruptionReports}. */
    CORRUPTIONS("pq2Corruptions", "places of damage", Unit.COUNT),
    /** Rows that were lost by damage. Rows of files without a readable footer are not known. */
    ROWS_LOST("pq2RowsLost", "rows lost", Unit.COUNT),
    ROW_GROUPS_DAMAGED("pq2RowGroupsDamaged", "row groups damaged", Unit.COUNT),
    FILES_LOST("pq2FilesLost", "files lost", Unit.COUNT);

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

    ScanCounter(String metricName, String description, Unit unit) {
        this.metricName = metricName;
        this.description = description;
        this.unit = unit;
    }

    /** Returns the name of Spark's metric. */
    public String metricName() {
        return metricName;
    }

    /** Returns the description of the metric in Spark's user interface. */
    public String description() {
        return description;
    }

    /** Returns the unit of the count. */
    public Unit unit() {
        return unit;
    }

    /** Returns the current count. */
    public long of(ScanMetrics metrics) {
        return switch (this) {
            case ROW_GROUPS_READ -> metrics.rowGroupsRead();
            case ROW_GROUPS_MATCHED -> metrics.rowGroupsMatching();
            case ROW_GROUPS_ANSWERED -> metrics.rowGroupsAnswered();
            case ROW_GROUPS_SKIPPED -> metrics.rowGroupsSkipped();
            case SKIPPED_BY_STATISTICS -> metrics.rowGroupsSkipped(SkipReason.STATISTICS);
            case SKIPPED_BY_LEVEL_HISTOGRAMS -> metrics.rowGroupsSkipped(SkipReason.LEVEL_HISTOGRAM);
            case SKIPPED_BY_BLOOM_FILTERS -> metrics.rowGroupsSkipped(SkipReason.BLOOM_FILTER);
            case SKIPPED_BY_DICTIONARIES -> metrics.rowGroupsSkipped(SkipReason.DICTIONARY);
            case SKIPPED_BY_PAGE_INDEXES -> metrics.rowGroupsSkipped(SkipReason.COLUMN_INDEX);
            case CONTRADICTIONS -> metrics.contradictions();
            case PAGES_READ -> metrics.pagesRead();
            case PAGES_PASSED_OVER -> metrics.pagesPassedOver();
            case PAGES_SKIPPED -> metrics.pagesSkipped();
            case ROWS_FILTERED -> metrics.rowsFiltered();
            case BYTES_READ -> metrics.bytesRead();
            case PRUNING_BYTES -> metrics.pruningBytes();
            case BYTES_SKIPPED -> metrics.bytesSkipped();
            case REQUESTS -> metrics.requests();
            case VALUES_DECODED -> metrics.valuesDecoded();
            case IO_TIME -> metrics.ioNanos();
            case DECOMPRESS_TIME -> metrics.decompressNanos();
            case DECODE_TIME -> metrics.decodeNanos();
            case CORRUPTIONS -> metrics.corruptions();
            case ROWS_LOST -> metrics.rowsLost();
            case ROW_GROUPS_DAMAGED -> metrics.rowGroupsDamaged();
            case FILES_LOST -> metrics.filesLost();
        };
    }
}
