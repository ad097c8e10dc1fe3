package io.pq2.spark.internal.metrics;

import org.apache.spark.util.Utils;

/** A number of bytes, shown in a fitting unit. */
public final class BytesMetric extends SumMetric {

    /** Creates the metric that Spark uses to format the values of the tasks. */
    public BytesMetric() {
        this("", "");
    }

    BytesMetric(String name, String description) {
        super(name, description);
    }

    @Override
    String format(long bytes) {
        return Utils.bytesToString(bytes);
    }
}
