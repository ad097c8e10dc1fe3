package io.pq2.spark.internal.metrics;

import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.read.ScanMetrics;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The counts of a scan as metrics of Data Source V2. */
public final class ScanMetricsReport {

    private ScanMetricsReport() {}

    /** Returns the metrics that a scan reports: one for each {@link ScanCounter}. */
    public static CustomMetric[] metrics() {
        List<CustomMetric> metrics = new ArrayList<>();
        for (ScanCounter counter : ScanCounter.values()) {
            metrics.add(
                    switch (counter.unit()) {
                        case COUNT -> new CountMetric(counter.metricName(), counter.description());
                        case BYTES -> new BytesMetric(counter.metricName(), counter.description());
                        case NANOS -> new NanosMetric(counter.metricName(), counter.description());
                    });
        }
        return metrics.toArray(new CustomMetric[0]);
    }

    /** Returns the current values of all metrics in one task. */
    public static CustomTaskMetric[] values(ScanMetrics metrics) {
        List<CustomTaskMetric> values = new ArrayList<>();
        for (ScanCounter counter : ScanCounter.values()) {
            values.add(new MetricValue(counter.metricName(), counter.of(metrics)));
        }
        return values.toArray(new CustomTaskMetric[0]);
    }
}
