package io.pq2.metadata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the data pages of a column chunk (PageIndex.md). Element i of each list belongs to page i of the
 * {@link OffsetIndex}.
 *
 * @param nullPages whether a page has only nulls; its min and max then have no meaning
 * @param minValues lower bounds of the values, encoded as in {@link Statistics}
 * @param maxValues upper bounds of the values, encoded as in {@link Statistics}
 * @param boundaryOrder order of {@code minValues} and {@code maxValues}
 * @param nullCounts number of nulls in each page; if absent, the numbers are unknown, not 0
 * @param repetitionLevelHistograms for each page the counts of repetition levels 0 to the maximum
 * @param definitionLevelHistograms for each page the counts of definition levels 0 to the maximum
 * @param nanCounts number of NaNs in each page; if absent, the numbers are unknown, not 0
 */
public record ColumnIndex(
        List<Boolean> nullPages,
        List<byte[]> minValues,
        List<byte[]> maxValues,
        BoundaryOrder boundaryOrder,
        @Nullable List<Long> nullCounts,
        @Nullable List<Long> repetitionLevelHistograms,
        @Nullable List<Long> definitionLevelHistograms,
        @Nullable List<Long> nanCounts) {

    public ColumnIndex {
        nullPages = List.copyOf(nullPages);
        minValues = List.copyOf(minValues);
        maxValues = List.copyOf(maxValues);
        nullCounts = nullCounts == null ? null : List.copyOf(nullCounts);
        repetitionLevelHistograms = repetitionLevelHistograms == null ? null : List.copyOf(repetitionLevelHistograms);
        definitionLevelHistograms = definitionLevelHistograms == null ? null : List.copyOf(definitionLevelHistograms);
        nanCounts = nanCounts == null ? null : List.copyOf(nanCounts);
    }
}
