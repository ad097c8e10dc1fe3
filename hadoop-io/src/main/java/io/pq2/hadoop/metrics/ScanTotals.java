package io.pq2.hadoop.metrics;

import io.pq2.read.ScanMetrics;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The counts of a scan, or sums of such counts. Immutable. */
public final class ScanTotals implements Serializable {

    /** The counts of no scan. */
    public static final ScanTotals NONE = new ScanTotals(new long[ScanCounter.values().length]);

    private static final long serialVersionUID = 1L;

    private final long[] counts;

    private ScanTotals(long[] counts) {
        this.counts = counts;
    }

    /** Returns one count, in the counter's unit. */
    public long of(ScanCounter counter) {
        return counts[counter.ordinal()];
    }

    /** Returns these counts plus those of another scan. */
    public ScanTotals plus(ScanMetrics metrics) {
        long[] sums = counts.clone();
        for (ScanCounter counter : ScanCounter.values()) {
            sums[counter.ordinal()] += counter.of(metrics);
        }
        return new ScanTotals(sums);
    }

    /** Returns these counts plus others. */
    public ScanTotals plus(ScanTotals others) {
        long[] sums = counts.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += others.counts[i];
        }
        return new ScanTotals(sums);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScanTotals that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    /** Lists all counts with their descriptions, for example {@code rows read: 30, row groups read: 3, …}. */
    @Override
    public String toString() {
        return Arrays.stream(ScanCounter.values())
                .map(counter -> counter.description() + ": " + of(counter)
                        + (counter.unit() == ScanCounter.Unit.NANOS ? " ns" : ""))
                .collect(Collectors.joining(", "));
    }
}
