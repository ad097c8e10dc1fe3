package io.pq2.spark.scan;

import io.pq2.read.ScanMetrics;
import java.util.function.ToLongFunction;

/** What a scan counts, under the names by which Spark's metrics know it. */
public enum ScanCounter {
    ROW_GROUPS_READ("pq2RowGroupsRead", "row groups read", Unit.COUNT, ScanMetrics::rowGroupsRead),
    ROW_GROUPS_SKIPPED("pq2RowGroupsSkipped", "row groups skipped", Unit.COUNT, ScanMetrics::rowGroupsSkipped),
    PAGES_READ("pq2PagesRead", "pages read", Unit.COUNT, ScanMetrics::pagesRead),
    PAGES_SKIPPED("pq2PagesSkipped", "pages skipped", Unit.COUNT, ScanMetrics::pagesSkipped),
    BYTES_READ("pq2BytesRead", "bytes read", Unit.BYTES, ScanMetrics::bytesRead),
    BYTES_SKIPPED("pq2BytesSkipped", "bytes skipped", Unit.BYTES, ScanMetrics::bytesSkipped),
    REQUESTS("pq2Requests", "requests to the file system", Unit.COUNT, ScanMetrics::requests),
    VALUES_DECODED("pq2ValuesDecoded", "values decoded", Unit.COUNT, ScanMetrics::valuesDecoded),
    IO_TIME("pq2IoTime", "time waiting for bytes", Unit.NANOS, ScanMetrics::ioNanos),
    DECOMPRESS_TIME("pq2DecompressTime", "time decompressing", Unit.NANOS, ScanMetrics::decompressNanos),
    DECODE_TIME("pq2DecodeTime", "time decoding", Unit.NANOS, ScanMetrics::decodeNanos);

    /** What a counter counts. */
    public enum Unit {
        COUNT,
        BYTES,
        NANOS
    }

    private final String metricName;
    private final String description;
    private final Unit unit;
    private final ToLongFunction<ScanMetrics> value;

    ScanCounter(String metricName, String description, Unit unit, ToLongFunction<ScanMetrics> value) {
        this.metricName = metricName;
        this.description = description;
        this.unit = unit;
        this.value = value;
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
        return value.applyAsLong(metrics);
    }
}
