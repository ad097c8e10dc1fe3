package io.pq2.internal.read.prune;

import io.pq2.read.ReadOptions;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The pruning steps of a scan that read options switch on and off. */
enum PruningStep {
    STATISTICS,
    BLOOM_FILTERS,
    DICTIONARIES,
    PAGE_INDEXES;

    /** Enables the given steps and disables the others. */
    static void set(ReadOptions.Builder options, Set<PruningStep> steps) {
        options.statistics(steps.contains(STATISTICS))
                .bloomFilters(steps.contains(BLOOM_FILTERS))
                .dictionaries(steps.contains(DICTIONARIES))
                .pageIndexes(steps.contains(PAGE_INDEXES));
    }

    /** Returns all steps, no steps, each step alone, and all steps but each. */
    static List<EnumSet<PruningStep>> combinations() {
        Set<EnumSet<PruningStep>> combinations = new LinkedHashSet<>();
        combinations.add(EnumSet.allOf(PruningStep.class));
        combinations.add(EnumSet.noneOf(PruningStep.class));
        for (PruningStep step : values()) {
            combinations.add(EnumSet.of(step));
            combinations.add(EnumSet.complementOf(EnumSet.of(step)));
        }
        return List.copyOf(combinations);
    }
}
