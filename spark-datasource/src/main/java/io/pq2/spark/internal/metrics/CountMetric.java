package io.pq2.spark.internal.metrics;

/** A count. */
public final class CountMetric extends SumMetric {

    /** Creates the metric that Spark uses to format the values of the tasks. */
    public CountMetric() {
        this("", "");
    }

    CountMetric(String name, String description) {
        super(name, description);
    }

    @Override
    String format(long count) {
        return Long.toString(count);
    }
}
