package io.pq2.spark.internal.scan;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** By what a scan may leave out what its filters rule out, for the explanations of plans. */
public final class PruningDescription {

    /** The name under which Spark's explanations show it. */
    public static final String KEY = "Pruning";

    private PruningDescription() {}

    /**
     * The proofs that are switched on, from the cheapest to the dearest, such as {@code [statistics, page indexes, rows]}; an empty
     * list without filters.
     *
     * @param filtered whether filters are taken to the files
     * @param configuration with the options of the read
     */
    public static String describe(boolean filtered, Configuration configuration) {
        if (!filtered) {
            return "[]";
        }
        try {
            return proofs(HadoopReadOptions.from(configuration)).toString();
        } catch (InvalidDataException e) {
            return e.getMessage(); // whoever reads the files fails with it; a plan can be shown nevertheless
        }
    }

    /**
     * What was left out when splits were planned by footers, by the name under which Spark's explanations show it, such as {@code
     * SkippedRowGroups} and {@code 9 by statistics}; empty if that is nothing.
     */
    public static Map<String, String> skipped(ScanMetrics planned) {
        List<String> counts = new ArrayList<>();
        for (SkipReason evidence : SkipReason.values()) {
            if (planned.rowGroupsSkipped(evidence) > 0) {
                counts.add(planned.rowGroupsSkipped(evidence) + " by " + evidence.label());
            }
        }
        return counts.isEmpty() ? Map.of() : Map.of("SkippedRowGroups", String.join(", ", counts));
    }

    private static List<String> proofs(ReadOptions options) {
        List<String> proofs = new ArrayList<>();
        for (SkipReason evidence : SkipReason.values()) {
            boolean on = switch (evidence) {
                case STATISTICS, LEVEL_HISTOGRAM -> options.statistics();
                case BLOOM_FILTER -> options.bloomFilters();
                case DICTIONARY -> options.dictionaries();
                case COLUMN_INDEX -> options.pageIndexes();
                case ROW_FILTER -> options.filterRows();
            };
            if (on) {
                proofs.add(evidence.label());
            }
        }
        return proofs;
    }
}
