package io.pq2.bench;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Counts the jobs and tasks of a Spark context, and the processor time of the tasks. */
final class TaskTime extends SparkListener {

    private static final double NANOSECONDS = 1e9;

    private final SparkContext context;
    private final AtomicLong nanoseconds = new AtomicLong();
    private final AtomicLong jobs = new AtomicLong();
    private final AtomicLong tasks = new AtomicLong();

    /** What ran in a period; the seconds are the processor time of the tasks. */
    record Work(long jobs, long tasks, double seconds) {}

    TaskTime(SparkContext context) {
        this.context = context;
        context.addSparkListener(this);
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
        jobs.incrementAndGet();
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        tasks.incrementAndGet();
        if (end.taskMetrics() != null) {
            nanoseconds.addAndGet(end.taskMetrics().executorCpuTime());
        }
    }

    /** Returns the seconds that tasks have taken since the last call, after all of them have been reported. */
    double next() {
        return nextWork().seconds();
    }

    /** Returns what has run since the last call, after all of it has been reported. */
    Work nextWork() {
        try {
            context.listenerBus().waitUntilEmpty();
        } catch (TimeoutException e) {
            throw new IllegalStateException("Spark did not report the end of its tasks", e);
        }
        return new Work(jobs.getAndSet(0), tasks.getAndSet(0), nanoseconds.getAndSet(0) / NANOSECONDS);
    }
}
