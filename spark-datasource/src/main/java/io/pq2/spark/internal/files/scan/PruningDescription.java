package io.pq2.spark.internal.files.scan;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.options.ReadingKeys;
import io.pq2.hadoop.internal.options.Setting;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanMetrics;
import io.pq2.statistics.StatisticsTrust;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** Describes the pruning of a scan in explanations of plans. */
public final class PruningDescription {

    /** The key of the description in Spark's explanations. */
    public static final String KEY = "Pruning";

    /** The keys of the settings that descriptions depend on, besides those of filters on boxes. */
    public static final Set<String> SETTINGS =
            ReadingKeys.all().stream().map(Setting::name).collect(Collectors.toUnmodifiableSet());

    private PruningDescription() {}

    /**
     * Lists the enabled kinds of pruning in the order in which they are tried, for example {@code [statistics, page
     * indexes, rows]}; an empty list without filters.
     *
     * @param filtered whether the scan has pushed filters or filters on boxes
     * @param configuration the Hadoop configuration with the options of the read
     */
    public static String describe(boolean filtered, Configuration configuration) {
        if (!filtered) {
            return "[]";
        }
        try {
            return enabled(HadoopReadOptions.from(configuration)).toString();
        } catch (InvalidDataException e) {
            // The plan can still be shown. Reading the files fails with this error.
            return e.getMessage();
        }
    }

    /**
     * Returns the filters on boxes as an entry of Spark's explanation: for example {@code Boxes} and {@code [geom [0.0,
     * 0.0, 1.0, 2.0]]}; empty without such filters.
     */
    public static Map<String, String> boxes(Configuration configuration) {
        try {
            return boxes(BoxFilter.of(configuration));
        } catch (InvalidDataException e) {
            return Map.of("Boxes", e.getMessage());
        }
    }

    /** Returns filters on boxes as an entry of Spark's explanation, as {@link #boxes(Configuration)} does. */
    public static Map<String, String> boxes(List<BoxFilter> boxes) {
        return boxes.isEmpty() ? Map.of() : Map.of("Boxes", boxes.toString());
    }

    /**
     * Returns the row groups skipped by the planning of splits, as an entry of Spark's explanation: for example {@code
     * SkippedRowGroups} and {@code 9 by statistics}; empty if no row group was skipped.
     */
    public static Map<String, String> skipped(ScanMetrics planned) {
        List<String> counts = new ArrayList<>();
        for (SkipReason reason : SkipReason.values()) {
            if (planned.rowGroupsSkipped(reason) > 0) {
                counts.add(planned.rowGroupsSkipped(reason) + " by " + reason.label());
            }
        }
        return counts.isEmpty() ? Map.of() : Map.of("SkippedRowGroups", String.join(", ", counts));
    }

    private static List<String> enabled(ReadOptions options) {
        List<String> labels = new ArrayList<>();
        for (SkipReason reason : SkipReason.values()) {
            boolean believed = options.statisticsTrust() != StatisticsTrust.NONE;
            boolean on = switch (reason) {
                case STATISTICS, LEVEL_HISTOGRAM -> believed && options.statistics();
                case BLOOM_FILTER -> believed && options.bloomFilters();
                case DICTIONARY -> options.dictionaries();
                case COLUMN_INDEX -> believed && options.pageIndexes();
                case ROW_FILTER -> options.filterRows();
            };
            if (on) {
                labels.add(reason.label());
            }
        }
        return labels;
    }
}
