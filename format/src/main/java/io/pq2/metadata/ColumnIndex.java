package io.pq2.metadata;

import java.util.List;

/**
 * Statistics of the data pages of a column chunk; element i of each list belongs to page i of the {@link OffsetIndex}.
 *
 * @param nullPages whether a page holds nothing but nulls; its bounds are then meaningless
 * @param minValues lower bounds, encoded as in {@link Statistics}
 * @param maxValues upper bounds, encoded as in {@link Statistics}
 * @param boundaryOrder whether both bounds are ordered
 * @param nullCounts nulls by page; null means unknown, not 0
 * @param repetitionLevelHistograms for each page (maximum repetition level + 1) counts
 * @param definitionLevelHistograms for each page (maximum definition level + 1) counts
 * @param nanCounts NaNs by page; null means unknown, not 0
 */
public record ColumnIndex(
        List<Boolean> nullPages,
        List<byte[]> minValues,
        List<byte[]> maxValues,
        BoundaryOrder boundaryOrder,
        List<Long> nullCounts,
        List<Long> repetitionLevelHistograms,
        List<Long> definitionLevelHistograms,
        List<Long> nanCounts) {

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
