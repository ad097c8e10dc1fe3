package io.pq2.spark.internal.metric;

import java.util.Arrays;
import org.apache.spark.sql.connector.metric.CustomMetric;

/**
 * A number of things, shown as their sum over all tasks.
 *
 * <p>Spark makes one without arguments to add up the values of the tasks; those that a scan reports have a name.
 */
public final class CountMetric implements CustomMetric {

    private final String name;
    private final String description;

    /** For Spark. */
    public CountMetric() {
        this("", "");
    }

    CountMetric(String name, String description) {
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
        return Long.toString(Arrays.stream(taskMetrics).sum());
    }
}
