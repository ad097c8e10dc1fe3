package io.pq2.spark.internal.settings;

import io.pq2.hadoop.internal.options.Settings;
import org.apache.hadoop.conf.Configuration;

/** The options of operators that work on batches. */
public final class BatchOptions {

    /** The configuration key that enables or disables partial aggregates; see docs/configuration.md. */
    public static final String PARTIAL_AGGREGATES = "pq2.partial-aggregates";

    /** The configuration key that enables or disables filters on batches; see docs/configuration.md. */
    public static final String BATCH_FILTERS = "pq2.batch-filters";

    private BatchOptions() {}

    /**
     * Checks the options.
     *
     * @throws io.pq2.exception.InvalidDataException if a value is neither true nor false
     */
    public static void check(Configuration configuration) {
        Settings settings = new Settings(configuration);
        settings.flag(PARTIAL_AGGREGATES, flag -> {});
        settings.flag(BATCH_FILTERS, flag -> {});
    }
}
