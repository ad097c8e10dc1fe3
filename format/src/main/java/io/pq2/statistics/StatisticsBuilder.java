package io.pq2.statistics;

import io.pq2.metadata.Statistics;

/** Collects what is known of a column chunk's pages into the {@link Statistics} of the chunk. */
public final class StatisticsBuilder {

    private final BoundOrder order;
    private byte[] min;
    private byte[] max;
    private boolean minExact;
    private boolean maxExact;
    private long nulls;
    private long nans;
    private boolean hasNans;

    /** @param order the order of the column */
    public StatisticsBuilder(BoundOrder order) {
        this.order = order;
    }

    /**
     * Adds a page.
     *
     * @param nullCount the number of its entries without a value
     */
    public void add(PageBounds page, long nullCount) {
        nulls += nullCount;
        if (page.nanCount() >= 0) {
            hasNans = true;
            nans += page.nanCount();
        }
        if (page.min() != null) {
            addMin(page);
            addMax(page);
        }
    }

    // Of two equal bounds one may be exact and the other not: then there is such a value, and the bound is exact.

    private void addMin(PageBounds page) {
        int comparison = min == null ? -1 : order.compare(page.min(), min);
        if (comparison < 0) {
            min = page.min();
            minExact = page.minExact();
        } else if (comparison == 0) {
            minExact |= page.minExact();
        }
    }

    private void addMax(PageBounds page) {
        int comparison = max == null ? 1 : order.compare(page.max(), max);
        if (comparison > 0) {
            max = page.max();
            maxExact = page.maxExact();
        } else if (comparison == 0) {
            maxExact |= page.maxExact();
        }
    }

    /** The statistics of the pages so far; the deprecated bounds are left out. */
    public Statistics build() {
        return new Statistics(
                null,
                null,
                nulls,
                null,
                max,
                min,
                max == null ? null : maxExact,
                min == null ? null : minExact,
                hasNans ? nans : null);
    }
}
