package io.pq2.spark.internal.metrics;

import io.pq2.hadoop.metrics.ScanTotals;
import io.pq2.read.ScanMetrics;
import org.apache.spark.SparkContext;
import org.apache.spark.util.AccumulatorV2;

/**
 * Sums the counts of all tasks of a V1 scan, whether or not the scan's node in the plan has metrics. It is a named
 * accumulator of the stage: in Spark's user interface, in the event log, and for listeners, which get its
 * {@link ScanTotals}.
 */
public final class ScanAccumulator extends AccumulatorV2<ScanMetrics, ScanTotals> {

    private static final long serialVersionUID = 1L;

    private ScanTotals totals = ScanTotals.NONE;

    /** Creates an accumulator and registers it with the context. */
    public static ScanAccumulator register(SparkContext context) {
        ScanAccumulator accumulator = new ScanAccumulator();
        context.register(accumulator, "pq2 scan");
        return accumulator;
    }

    @Override
    public boolean isZero() {
        return totals.equals(ScanTotals.NONE);
    }

    @Override
    public ScanAccumulator copy() {
        ScanAccumulator copy = new ScanAccumulator();
        copy.totals = totals;
        return copy;
    }

    @Override
    public void reset() {
        totals = ScanTotals.NONE;
    }

    /** Adds the counts of one split. */
    @Override
    public void add(ScanMetrics metrics) {
        totals = totals.plus(metrics);
    }

    @Override
    public void merge(AccumulatorV2<ScanMetrics, ScanTotals> other) {
        totals = totals.plus(other.value());
    }

    @Override
    public ScanTotals value() {
        return totals;
    }
}
