package io.pq2.internal.write.chunk;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.statistics.MinMaxTruncation;
import io.pq2.internal.statistics.PageMinMax;
import io.pq2.metadata.BoundaryOrder;
import io.pq2.metadata.ColumnIndex;
import java.util.ArrayList;
import java.util.List;

/** Collects the statistics of a column chunk's data pages, in their order, into a {@link ColumnIndex}. */
final class ColumnIndexBuilder {

    private static final byte[] NO_BOUND = {};

    private final MinMaxOrder order;
    private final MinMaxTruncation truncation;
    private final List<Boolean> nullPages = new ArrayList<>();
    private final List<byte[]> minValues = new ArrayList<>();
    private final List<byte[]> maxValues = new ArrayList<>();
    private final List<Long> nullCounts = new ArrayList<>();
    private final List<Long> nanCounts = new ArrayList<>();
    private final List<Long> repetition = new ArrayList<>();
    private final List<Long> definition = new ArrayList<>();
    private boolean valid = true;

    /**
     * @param order the order of the column; there is no index for {@link MinMaxOrder#UNDEFINED}
     * @param truncation how long bounds may be
     */
    ColumnIndexBuilder(MinMaxOrder order, MinMaxTruncation truncation) {
        this.order = order;
        this.truncation = truncation;
    }

    /** Adds a page. */
    void add(PageSummary page) {
        PageMinMax bounds = page.bounds();
        boolean bounded = bounds.min() != null;
        boolean empty = page.nulls() == page.entries();
        nullPages.add(empty);
        minValues.add(bounded ? truncation.lower(bounds.min()) : NO_BOUND);
        maxValues.add(bounded ? truncation.upper(bounds.max()) : NO_BOUND);
        nullCounts.add((long) page.nulls());
        nanCounts.add(bounds.nanCount());
        if (page.sizes().repetition() != null) {
            PageSizes.addTo(repetition, page.sizes().repetition());
        }
        if (page.sizes().definition() != null) {
            PageSizes.addTo(definition, page.sizes().definition());
        }
        // A page with values but without bounds makes the index of the whole chunk impossible. In TYPE_ORDER so do
        // NaNs, for the
        // reason that StatisticsBuilder gives.
        valid &= (bounded || empty) && (bounds.nanCount() <= 0 || order.isTotal());
    }

    /** The index of the pages so far; null if there cannot be one. */
    ColumnIndex build() {
        if (!valid || order == MinMaxOrder.UNDEFINED) {
            return null;
        }
        boolean floating = !nanCounts.isEmpty() && nanCounts.get(0) >= 0;
        return new ColumnIndex(
                nullPages,
                minValues,
                maxValues,
                boundaryOrder(),
                nullCounts,
                repetition.isEmpty() ? null : repetition,
                definition.isEmpty() ? null : definition,
                floating ? nanCounts : null);
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
