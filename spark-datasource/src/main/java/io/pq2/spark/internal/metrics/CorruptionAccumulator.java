package io.pq2.spark.internal.metrics;

import io.pq2.read.CorruptionReport;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.util.AccumulatorV2;

/**
 * Collects what the scans of an application lose because files are damaged. Equal reports, of scans that are repeated,
 * are kept once.
 */
public final class CorruptionAccumulator extends AccumulatorV2<CorruptionReport, List<CorruptionReport>> {

    /** The accumulator's name. */
    private static final String NAME = "pq2 corruption";

    /** The maximum number of reports. It limits the driver's memory; the metrics of a scan count all losses. */
    public static final int MAX_REPORTS = 10_000;

    private static final long serialVersionUID = 1L;

    private static final Map<SparkContext, CorruptionAccumulator> BY_CONTEXT = new WeakHashMap<>();

    private final LinkedHashSet<CorruptionReport> reports = new LinkedHashSet<>();

    /** Returns the accumulator of an application. */
    public static CorruptionAccumulator of(SparkContext context) {
        synchronized (BY_CONTEXT) {
            return BY_CONTEXT.computeIfAbsent(context, key -> {
                CorruptionAccumulator accumulator = new CorruptionAccumulator();
                key.register(accumulator, NAME);
                return accumulator;
            });
        }
    }

    @Override
    public synchronized boolean isZero() {
        return reports.isEmpty();
    }

    @Override
    public CorruptionAccumulator copy() {
        CorruptionAccumulator copy = new CorruptionAccumulator();
        value().forEach(copy::add);
        return copy;
    }

    @Override
    public synchronized void reset() {
        reports.clear();
    }

    @Override
    public synchronized void add(CorruptionReport report) {
        if (reports.size() < MAX_REPORTS) {
            reports.add(report);
        }
    }

    @Override
    public void merge(AccumulatorV2<CorruptionReport, List<CorruptionReport>> other) {
        other.value().forEach(this::add);
    }

    @Override
    public synchronized List<CorruptionReport> value() {
        return List.copyOf(reports);
    }
}
