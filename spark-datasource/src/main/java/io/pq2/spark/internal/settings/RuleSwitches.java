package io.pq2.spark.internal.settings;

import io.pq2.hadoop.internal.options.Settings;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The switches of rules that make queries faster; docs/configuration.md describes the keys. */
public final class RuleSwitches {

    /** Whether aggregations work on batches. */
    public static final String PARTIAL_AGGREGATES = "pq2.partial-aggregates";

    /** Whether conditions are tested on batches. */
    public static final String BATCH_FILTERS = "pq2.batch-filters";

    /** Whether a query with LIMIT reads little ahead, and one with ORDER BY leaves out rows that come too late. */
    public static final String FIRST_ROWS = "pq2.firstRows";

    private static final List<String> ALL = List.of(PARTIAL_AGGREGATES, BATCH_FILTERS, FIRST_ROWS);

    private RuleSwitches() {}

    /**
     * Checks the options.
     *
     * @throws io.pq2.exception.InvalidDataException if a value is neither true nor false
     */
    public static void check(Configuration configuration) {
        Settings settings = new Settings(configuration);
        ALL.forEach(key -> settings.flag(key, flag -> {}));
    }
}
