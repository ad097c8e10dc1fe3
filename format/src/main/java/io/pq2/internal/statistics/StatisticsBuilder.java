package io.pq2.internal.statistics;

import io.pq2.metadata.Statistics;
import java.util.Arrays;

/**
 * Collects what is known of a column chunk's pages into the {@link Statistics} of the chunk.
 *
 * <p>In TYPE_ORDER a chunk with a NaN has no bounds. parquet.thrift allows bounds of the other values, but readers that take NaN
 * for the greatest number, Spark's among them, would lose rows by them. The same readers ignore bounds in IEEE 754 total order, as
 * they do not know it, unless both bounds are equal; so there are none where a NaN stands beside equal numbers.
 */
public final class StatisticsBuilder {

    private final MinMaxOrder order;
    private final MinMaxTruncation truncation;
    private byte[] min;
    private byte[] max;
    private long nulls;
    private long nans;
    private boolean hasNans;

    /**
     * @param order the order of the column
     * @param truncation how long bounds may be
     */
    public StatisticsBuilder(MinMaxOrder order, MinMaxTruncation truncation) {
        this.order = order;
        this.truncation = truncation;
    }

    /**
     * Adds a page.
     *
     * @param nullCount the number of its entries without a value
     */
    public void add(PageMinMax page, long nullCount) {
        nulls += nullCount;
        if (page.nanCount() >= 0) {
            hasNans = true;
            nans += page.nanCount();
        }
        if (page.min() != null) {
            addBounds(page);
        }
    }

    private void addBounds(PageMinMax page) {
        boolean nan = order.isNan(page.min());
        if (min != null && nan != order.isNan(min)) {
            // NaNs are bounds only where there is nothing else.
            if (!nan) {
                min = page.min();
                max = page.max();
            }
            return;
        }
        if (min == null || order.compare(page.min(), min) < 0) {
            min = page.min();
        }
        if (max == null || order.compare(page.max(), max) > 0) {
            max = page.max();
        }
    }

    private boolean misleads() {
        return !order.isTotal() || (!order.isNan(min) && Arrays.equals(min, max));
    }

    /** The statistics of the pages so far; the deprecated bounds are left out. */
    public Statistics build() {
        if (min == null || (nans > 0 && misleads())) {
            return new Statistics(null, null, nulls, null, null, null, null, null, hasNans ? nans : null);
        }
        byte[] lower = truncation.lower(min);
        byte[] upper = truncation.upper(max);
        return new Statistics(null, null, nulls, null, upper, lower, upper == max, lower == min, hasNans ? nans : null);
    }
}
