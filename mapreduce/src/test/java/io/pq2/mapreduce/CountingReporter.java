package io.pq2.mapreduce;

import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.StatusReporter;

/** Collects the counters of a task that runs without a job. */
final class CountingReporter extends StatusReporter {

    private final Counters counters = new Counters();

    long value(Enum<?> counter) {
        return counters.findCounter(counter).getValue();
    }

    @Override
    public Counter getCounter(Enum<?> name) {
        return counters.findCounter(name);
    }

    @Override
    public Counter getCounter(String group, String name) {
        return counters.findCounter(group, name);
    }

    @Override
    public void progress() {}

    @Override
    public float getProgress() {
        return 0;
    }

    @Override
    public void setStatus(String status) {}
}
