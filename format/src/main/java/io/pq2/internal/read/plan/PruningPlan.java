package io.pq2.internal.read.plan;

import java.util.List;

/**
 * What can be read of a row group to exclude rows, or all of them, before the column chunks are read.
 *
 * @param bloomFilters the bloom filters of columns that the filter compares with values
 * @param pageIndexes the page indexes of the filter's columns
 * @param dictionaries the dictionaries of the filter's columns that contain every value of their chunk
 */
public record PruningPlan(
        List<BloomFilterPlan> bloomFilters, List<PageIndexPlan> pageIndexes, List<DictionaryPlan> dictionaries) {

    /** Nothing can be read. */
    public static final PruningPlan NONE = new PruningPlan(List.of(), List.of(), List.of());

    public PruningPlan {
        bloomFilters = List.copyOf(bloomFilters);
        pageIndexes = List.copyOf(pageIndexes);
        dictionaries = List.copyOf(dictionaries);
    }
}
