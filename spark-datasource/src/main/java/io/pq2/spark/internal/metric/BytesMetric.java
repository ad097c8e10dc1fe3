package io.pq2.spark.internal.metric;

import java.util.Arrays;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.util.Utils;

/**
 * A number of bytes, shown as their sum over all tasks in a fitting unit.
 *
 * <p>Spark makes one without arguments to add up the values of the tasks; those that a scan reports have a name.
 */
public final class BytesMetric implements CustomMetric {

    private final String name;
    private final String description;

    /** For Spark. */
    public BytesMetric() {
        this("", "");
    }

    BytesMetric(String name, String description) {
        this.name = name;
        this.description = description;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public String aggregateTaskMetrics(long[] taskMetrics) {
        return Utils.bytesToString(Arrays.stream(taskMetrics).sum());
    }
}
