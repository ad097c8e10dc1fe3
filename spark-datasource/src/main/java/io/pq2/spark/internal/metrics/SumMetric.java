package io.pq2.spark.internal.metrics;

import java.util.Arrays;
import org.apache.spark.sql.connector.metric.CustomMetric;

/**
 * A metric whose value is the sum over all tasks.
 *
 * <p>Spark creates an instance by the no-argument constructor of the subclass to format the values of the tasks. The
 * instances that a scan reports have a name and a description.
 */
abstract class SumMetric implements CustomMetric {

    private final String name;
    private final String description;

    SumMetric(String name, String description) {
        this.name = name;
        this.description = description;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final String aggregateTaskMetrics(long[] taskMetrics) {
        return format(Arrays.stream(taskMetrics).sum());
    }

    /** Formats the sum for Spark's user interface. */
    abstract String format(long sum);
}
