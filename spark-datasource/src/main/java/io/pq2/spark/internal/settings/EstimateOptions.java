package io.pq2.spark.internal.settings;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.hadoop.internal.options.SparkReadingKeys;
import org.apache.hadoop.conf.Configuration;

/** The options of estimates. */
public final class EstimateOptions {

    private static final int DEFAULT_MAX_FOOTERS = 16;

    private EstimateOptions() {}

    /**
     * Returns the maximum number of files whose footers an estimate reads.
     *
     * @throws io.pq2.exception.InvalidDataException if the value is not a number from 0
     */
    public static int maxFooters(Configuration configuration) {
        return new Settings(configuration).get(SparkReadingKeys.MAX_FOOTERS, DEFAULT_MAX_FOOTERS);
    }
}
