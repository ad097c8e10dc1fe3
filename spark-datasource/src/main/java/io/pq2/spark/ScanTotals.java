package io.pq2.spark;

import java.io.Serializable;
import java.util.Arrays;

/** The counts of a scan over all its splits. */
public final class ScanTotals implements Serializable {

    private static final long serialVersionUID = 1L;

    private final long[] counts;

    ScanTotals(long[] counts) {
        this.counts = counts.clone();
    }

    /** One of the counts. */
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

    /** All counts with their descriptions, such as {@code row groups read: 3, row groups skipped: 1, …}. */
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
