package io.pq2.spark;

import java.io.Serializable;
import java.util.Arrays;

/** The counts of a scan, summed over all its splits. Immutable. */
public final class ScanTotals implements Serializable {

    private static final long serialVersionUID = 1L;

    private final long[] counts;

    ScanTotals(long[] counts) {
        this.counts = counts.clone();
    }

    /** Returns one count, in the counter's unit. */
    public long of(ScanCounter counter) {
        return counts[counter.ordinal()];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScanTotals that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    /** Lists all counts with their descriptions, for example {@code row groups read: 3, row groups skipped: 1, …}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (ScanCounter counter : ScanCounter.values()) {
            text.append(text.length() == 0 ? "" : ", ")
                    .append(counter.description())
                    .append(": ")
                    .append(of(counter));
            if (counter.unit() == ScanCounter.Unit.NANOS) {
                text.append(" ns");
            }
        }
        return text.toString();
    }
}
