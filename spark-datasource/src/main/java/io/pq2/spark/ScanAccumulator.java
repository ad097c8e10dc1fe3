package io.pq2.spark;

import io.pq2.read.ScanMetrics;
import java.util.Arrays;
import org.apache.spark.SparkContext;
import org.apache.spark.util.AccumulatorV2;

/**
 * Sums the counts of all tasks of a V1 scan, whether or not the scan's node in the plan has metrics. It is a named
 * accumulator of the stage ({@value #NAME}): in Spark's user interface, in the event log, and for listeners, which get
 * its {@link ScanTotals}.
 */
public final class ScanAccumulator extends AccumulatorV2<ScanMetrics, ScanTotals> {

    /** The accumulator's name. */
    public static final String NAME = "pq2 scan";

    private static final long serialVersionUID = 1L;

    private final long[] counts = new long[ScanCounter.values().length];

    /** Creates an accumulator and registers it with the context under its name. */
    public static ScanAccumulator register(SparkContext context) {
        ScanAccumulator accumulator = new ScanAccumulator();
        context.register(accumulator, NAME);
        return accumulator;
    }

    @Override
    public boolean isZero() {
        for (long count : counts) {
            if (count != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public ScanAccumulator copy() {
        ScanAccumulator copy = new ScanAccumulator();
        System.arraycopy(counts, 0, copy.counts, 0, counts.length);
        return copy;
    }

    @Override
    public void reset() {
        Arrays.fill(counts, 0);
    }

    /** Adds the counts of one split. */
    @Override
    public void add(ScanMetrics metrics) {
        for (ScanCounter counter : ScanCounter.values()) {
            counts[counter.ordinal()] += counter.of(metrics);
        }
    }

    @Override
    public void merge(AccumulatorV2<ScanMetrics, ScanTotals> other) {
        long[] others = ((ScanAccumulator) other).counts;
        for (int i = 0; i < counts.length; i++) {
            counts[i] += others[i];
        }
    }

    @Override
    public ScanTotals value() {
        return new ScanTotals(counts);
    }
}
