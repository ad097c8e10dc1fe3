package io.pq2.internal.write.chunk;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.statistics.MinMaxTruncation;
import io.pq2.internal.statistics.PageMinMax;
import io.pq2.metadata.BoundaryOrder;
import io.pq2.metadata.ColumnIndex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the statistics of the data pages of a column chunk into a {@link ColumnIndex}. */
final class ColumnIndexBuilder {

    private static final byte[] NO_VALUE = {};

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
     * Creates a builder for the pages of one chunk.
     *
     * @param order the order of the column; {@link MinMaxOrder#UNDEFINED} yields no index
     * @param truncation truncates min and max
     */
    ColumnIndexBuilder(MinMaxOrder order, MinMaxTruncation truncation) {
        this.order = order;
        this.truncation = truncation;
    }

    /** Adds a page. */
    void add(PageSummary page) {
        PageMinMax minMax = page.minMax();
        byte[] min = minMax.min();
        byte[] max = minMax.max();
        boolean hasMinMax = min != null && max != null;
        boolean empty = page.nulls() == page.entries();
        nullPages.add(empty);
        minValues.add(min != null ? truncation.lower(min) : NO_VALUE);
        maxValues.add(max != null ? truncation.upper(max) : NO_VALUE);
        nullCounts.add((long) page.nulls());
        nanCounts.add(minMax.nanCount());
        long[] repetitionCounts = page.sizes().repetition();
        if (repetitionCounts != null) {
            PageSizes.addTo(repetition, repetitionCounts);
        }
        long[] definitionCounts = page.sizes().definition();
        if (definitionCounts != null) {
            PageSizes.addTo(definition, definitionCounts);
        }
        // A column index needs min and max of every page with values. In TYPE_ORDER no page may have NaNs; the comment
        // of StatisticsBuilder explains why.
        valid &= (hasMinMax || empty) && (minMax.nanCount() <= 0 || order.isTotal());
    }

    /** Returns the index of the pages so far; absent when the pages cannot have one. */
    @Nullable
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

    /** Returns the order of min and max over all pages that are not entirely null. */
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
