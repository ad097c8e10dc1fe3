package io.pq2.write;

import io.pq2.metadata.BoundaryOrder;
import io.pq2.metadata.ColumnIndex;
import io.pq2.statistics.BoundOrder;
import io.pq2.statistics.PageBounds;
import java.util.ArrayList;
import java.util.List;

/** Collects the statistics of a column chunk's data pages, in their order, into a {@link ColumnIndex}. */
final class ColumnIndexBuilder {

    private static final byte[] NO_BOUND = {};

    private final BoundOrder order;
    private final List<Boolean> nullPages = new ArrayList<>();
    private final List<byte[]> minValues = new ArrayList<>();
    private final List<byte[]> maxValues = new ArrayList<>();
    private final List<Long> nullCounts = new ArrayList<>();
    private final List<Long> nanCounts = new ArrayList<>();
    private boolean valid = true;

    /** @param order the order of the column; there is no index for {@link BoundOrder#UNDEFINED} */
    ColumnIndexBuilder(BoundOrder order) {
        this.order = order;
    }

    /** Adds a page. */
    void add(PageSummary page) {
        PageBounds bounds = page.bounds();
        boolean bounded = bounds.min() != null && bounds.max() != null;
        boolean empty = page.nulls() == page.entries();
        nullPages.add(empty);
        minValues.add(bounded ? bounds.min() : NO_BOUND);
        maxValues.add(bounded ? bounds.max() : NO_BOUND);
        nullCounts.add((long) page.nulls());
        nanCounts.add(bounds.nanCount());
        // A page with values and without bounds (all of them NaN) makes the index of the whole chunk impossible.
        valid &= bounded || empty;
    }

    /** The index of the pages so far; null if there cannot be one. */
    ColumnIndex build() {
        if (!valid || order == BoundOrder.UNDEFINED) {
            return null;
        }
        boolean floating = !nanCounts.isEmpty() && nanCounts.get(0) >= 0;
        return new ColumnIndex(
                nullPages, minValues, maxValues, boundaryOrder(), nullCounts, null, null, floating ? nanCounts : null);
    }

    /** Pages of nulls have no say in the order. */
    private BoundaryOrder boundaryOrder() {
        boolean ascending = true;
        boolean descending = true;
        int before = -1;
        for (int page = 0; page < nullPages.size(); page++) {
            if (nullPages.get(page)) {
                continue;
            }
            if (before >= 0) {
                int mins = order.compare(minValues.get(before), minValues.get(page));
                int maxs = order.compare(maxValues.get(before), maxValues.get(page));
                ascending &= mins <= 0 && maxs <= 0;
                descending &= mins >= 0 && maxs >= 0;
            }
            before = page;
        }
        return ascending ? BoundaryOrder.ASCENDING : descending ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
    }
}
