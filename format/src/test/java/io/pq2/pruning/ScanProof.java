package io.pq2.pruning;

import io.pq2.read.ReadOptions;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The pruning steps of a scan that read options switch on and off. */
enum ScanProof {
    STATISTICS,
    BLOOM_FILTERS,
    DICTIONARIES,
    PAGE_INDEXES;

    /** Enables the given steps and disables the others. */
    static void set(ReadOptions.Builder options, Set<ScanProof> steps) {
        options.statistics(steps.contains(STATISTICS))
                .bloomFilters(steps.contains(BLOOM_FILTERS))
                .dictionaries(steps.contains(DICTIONARIES))
                .pageIndexes(steps.contains(PAGE_INDEXES));
    }

    /** Returns all steps, no steps, each step alone, and all steps but each. */
    static List<EnumSet<ScanProof>> combinations() {
        Set<EnumSet<ScanProof>> combinations = new LinkedHashSet<>();
        combinations.add(EnumSet.allOf(ScanProof.class));
        combinations.add(EnumSet.noneOf(ScanProof.class));
        for (ScanProof step : values()) {
            combinations.add(EnumSet.of(step));
            combinations.add(EnumSet.complementOf(EnumSet.of(step)));
        }
        return List.copyOf(combinations);
    }
}
