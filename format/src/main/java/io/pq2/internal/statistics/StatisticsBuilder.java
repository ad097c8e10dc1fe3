package io.pq2.internal.statistics;

import io.pq2.metadata.Statistics;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Combines the min, max and counts of pages into the {@link Statistics} of a column chunk.
 *
 * <p>A chunk with a NaN has no min and max in TYPE_ORDER. parquet.thrift permits the min and max of the other values,
 * but readers that order NaN after all numbers, such as Spark's, would lose rows by them. These readers do not know
 * IEEE 754 total order, and use its min and max only if both are equal. In total order, a chunk with NaNs therefore has
 * no min and max if all its other values are equal.
 */
public final class StatisticsBuilder {

    private final MinMaxOrder order;
    private final MinMaxTruncation truncation;
    private byte @Nullable [] min;
    private byte @Nullable [] max;
    private long nulls;
    private long nans;
    private boolean hasNans;

    /**
     * @param order the order of the column
     * @param truncation the truncation of min and max
     */
    public StatisticsBuilder(MinMaxOrder order, MinMaxTruncation truncation) {
        this.order = order;
        this.truncation = truncation;
    }

    /**
     * Adds a page.
     *
     * @param nullCount the number of nulls of the page
     */
    public void add(PageMinMax page, long nullCount) {
        nulls += nullCount;
        if (page.nanCount() >= 0) {
            hasNans = true;
            nans += page.nanCount();
        }
        byte[] pageMin = page.min();
        byte[] pageMax = page.max();
        if (pageMin != null && pageMax != null) {
            addMinMax(pageMin, pageMax);
        }
    }

    private void addMinMax(byte[] pageMin, byte[] pageMax) {
        boolean nan = order.isNan(pageMin);
        if (min != null && nan != order.isNan(min)) {
            // NaNs are min and max only if all values are NaN.
            if (!nan) {
                min = pageMin;
                max = pageMax;
            }
            return;
        }
        if (min == null || order.compare(pageMin, min) < 0) {
            min = pageMin;
        }
        if (max == null || order.compare(pageMax, max) > 0) {
            max = pageMax;
        }
    }

    /** Whether readers that order NaN after all numbers would lose rows by the min and max. */
    private boolean misleads(byte[] min, byte[] max) {
        return !order.isTotal() || (!order.isNan(min) && Arrays.equals(min, max));
    }

    /** Returns the statistics of the pages added so far, without the deprecated min and max. */
    public Statistics build() {
        if (min == null || max == null || (nans > 0 && misleads(min, max))) {
            return new Statistics(null, null, nulls, null, null, null, null, null, hasNans ? nans : null);
        }
        byte[] lower = truncation.lower(min);
        byte[] upper = truncation.upper(max);
        return new Statistics(null, null, nulls, null, upper, lower, upper == max, lower == min, hasNans ? nans : null);
    }
}
