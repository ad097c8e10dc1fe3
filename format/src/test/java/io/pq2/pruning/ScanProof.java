package io.pq2.pruning;

import io.pq2.read.ReadOptions;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What can prove that a part of a file need not be read, each with the option that says whether it is asked. */
enum ScanProof {
    STATISTICS,
    BLOOM_FILTERS,
    DICTIONARIES,
    PAGE_INDEXES;

    /** Asks those, and no others. */
    static void set(ReadOptions.Builder options, Set<ScanProof> asked) {
        options.statistics(asked.contains(STATISTICS))
                .bloomFilters(asked.contains(BLOOM_FILTERS))
                .dictionaries(asked.contains(DICTIONARIES))
                .pageIndexes(asked.contains(PAGE_INDEXES));
    }

    /** All, none, each alone, and all but each. */
    static List<EnumSet<ScanProof>> combinations() {
        Set<EnumSet<ScanProof>> combinations = new LinkedHashSet<>();
        combinations.add(EnumSet.allOf(ScanProof.class));
        combinations.add(EnumSet.noneOf(ScanProof.class));
        for (ScanProof proof : values()) {
            combinations.add(EnumSet.of(proof));
            combinations.add(EnumSet.complementOf(EnumSet.of(proof)));
        }
        return List.copyOf(combinations);
    }
}
