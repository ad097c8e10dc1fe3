package io.pq2.spark.internal.metrics;

import java.util.concurrent.TimeUnit;
import org.apache.spark.util.Utils;

/** A time in nanoseconds, shown in a fitting unit. */
public final class NanosMetric extends SumMetric {

    /** Creates the metric that Spark uses to format the values of the tasks. */
    public NanosMetric() {
        this("", "");
    }

    NanosMetric(String name, String description) {
        super(name, description);
    }

    @Override
    String format(long nanos) {
        return Utils.msDurationToString(TimeUnit.NANOSECONDS.toMillis(nanos));
    }
}
