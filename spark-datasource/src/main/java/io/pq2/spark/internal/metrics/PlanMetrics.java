package io.pq2.spark.internal.metrics;

import java.util.List;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * The metrics of a V2 scan that every file scan by V1 has, under the names of V1.
 *
 * @param files the number of files to read
 * @param bytes the size of these files
 * @param partitions the number of directories with these files
 * @param nanos the time in nanoseconds for listing files and planning splits
 */
public record PlanMetrics(long files, long bytes, long partitions, long nanos) {

    /** A scan that is not planned yet. */
    public static final PlanMetrics NONE = new PlanMetrics(0, 0, 0, 0);

    private static final String FILES = "numFiles";
    private static final String BYTES = "filesSize";
    private static final String PARTITIONS = "numPartitions";
    private static final String PLANNING = "metadataTime";
    private static final String SCANNING = "scanTime";

    /** Returns the metrics that a scan reports. */
    public static CustomMetric[] metrics() {
        return new CustomMetric[] {
            new CountMetric(FILES, "number of files read"),
            new BytesMetric(BYTES, "size of files read"),
            new CountMetric(PARTITIONS, "number of partitions read"),
            new NanosMetric(PLANNING, "metadata time"),
            new NanosMetric(SCANNING, "scan time")
        };
    }

    /** Returns the values that the driver knows. */
    public List<CustomTaskMetric> values() {
        return List.of(
                new MetricValue(FILES, files),
                new MetricValue(BYTES, bytes),
                new MetricValue(PARTITIONS, partitions),
                new MetricValue(PLANNING, nanos));
    }

    /**
     * Returns the time that a task spent in reading, as a metric.
     *
     * @param nanos the time in nanoseconds
     */
    public static CustomTaskMetric scanTime(long nanos) {
        return new MetricValue(SCANNING, nanos);
    }
}
