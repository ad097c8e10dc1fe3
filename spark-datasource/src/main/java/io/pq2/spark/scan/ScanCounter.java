package io.pq2.spark.scan;

import io.pq2.read.ScanMetrics;

/** What a scan counts, under the names by which Spark's metrics know it. */
public enum ScanCounter {
    ROW_GROUPS_READ("pq2RowGroupsRead", "row groups read", Unit.COUNT),
    ROW_GROUPS_SKIPPED("pq2RowGroupsSkipped", "row groups skipped", Unit.COUNT),
    PAGES_READ("pq2PagesRead", "pages read", Unit.COUNT),
    PAGES_SKIPPED("pq2PagesSkipped", "pages skipped", Unit.COUNT),
    BYTES_READ("pq2BytesRead", "bytes read", Unit.BYTES),
    BYTES_SKIPPED("pq2BytesSkipped", "bytes skipped", Unit.BYTES),
    REQUESTS("pq2Requests", "requests to the file system", Unit.COUNT),
    VALUES_DECODED("pq2ValuesDecoded", "values decoded", Unit.COUNT),
    IO_TIME("pq2IoTime", "time waiting for bytes", Unit.NANOS),
    DECOMPRESS_TIME("pq2DecompressTime", "time decompressing", Unit.NANOS),
    DECODE_TIME("pq2DecodeTime", "time decoding", Unit.NANOS);

    /** What a counter counts. */
    public enum Unit {
        COUNT,
        BYTES,
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

    /** The name of Spark's metric. */
    public String metricName() {
        return metricName;
    }

    /** What Spark's user interface shows beside the value. */
    public String description() {
        return description;
    }

    /** What is counted. */
    public Unit unit() {
        return unit;
    }

    /** The count so far. */
    public long of(ScanMetrics metrics) {
        return switch (this) {
            case ROW_GROUPS_READ -> metrics.rowGroupsRead();
            case ROW_GROUPS_SKIPPED -> metrics.rowGroupsSkipped();
            case PAGES_READ -> metrics.pagesRead();
            case PAGES_SKIPPED -> metrics.pagesSkipped();
            case BYTES_READ -> metrics.bytesRead();
            case BYTES_SKIPPED -> metrics.bytesSkipped();
            case REQUESTS -> metrics.requests();
            case VALUES_DECODED -> metrics.valuesDecoded();
            case IO_TIME -> metrics.ioNanos();
            case DECOMPRESS_TIME -> metrics.decompressNanos();
            case DECODE_TIME -> metrics.decodeNanos();
        };
    }
}
