package io.pq2.bench;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Counts the processor time of a Spark context's tasks. */
final class TaskTime extends SparkListener {

    private static final double NANOSECONDS = 1e9;

    private final SparkContext context;
    private final AtomicLong nanoseconds = new AtomicLong();

    TaskTime(SparkContext context) {
        this.context = context;
        context.addSparkListener(this);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.taskMetrics() != null) {
            nanoseconds.addAndGet(end.taskMetrics().executorCpuTime());
        }
    }

    /** Returns the seconds that tasks have taken since the last call, after all of them have been reported. */
    double next() {
        try {
            context.listenerBus().waitUntilEmpty();
        } catch (TimeoutException e) {
            throw new IllegalStateException("Spark did not report the end of its tasks", e);
        }
        return nanoseconds.getAndSet(0) / NANOSECONDS;
    }
}
