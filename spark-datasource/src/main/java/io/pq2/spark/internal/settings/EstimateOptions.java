package io.pq2.spark.internal.settings;

import io.pq2.hadoop.internal.options.Settings;
import org.apache.hadoop.conf.Configuration;

/** The options of estimates; docs/configuration.md describes the key. */
public final class EstimateOptions {

    /** The maximum number of files whose footers an estimate reads; 0 leaves estimates to Spark. */
    public static final String MAX_FOOTERS = "pq2.statistics.max-footers";

    private static final int DEFAULT_MAX_FOOTERS = 16;

    private EstimateOptions() {}

    /**
     * Returns the maximum number of files whose footers an estimate reads.
     *
     * @throws io.pq2.exception.InvalidDataException if the value of {@value #MAX_FOOTERS} is not a number from 0
     */
    public static int maxFooters(Configuration configuration) {
        int[] files = {DEFAULT_MAX_FOOTERS};
        new Settings(configuration).integer(MAX_FOOTERS, 0, Integer.MAX_VALUE, value -> files[0] = value);
        return files[0];
    }
}
