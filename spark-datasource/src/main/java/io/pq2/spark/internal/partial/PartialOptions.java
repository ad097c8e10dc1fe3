package io.pq2.spark.internal.partial;

import io.pq2.hadoop.internal.options.Settings;
import org.apache.hadoop.conf.Configuration;

/** The option of partial aggregates. */
public final class PartialOptions {

    /** The configuration key that enables or disables them; see docs/configuration.md. */
    public static final String KEY = "pq2.partial-aggregates";

    private PartialOptions() {}

    /**
     * Whether scans aggregate batches.
     *
     * @throws io.pq2.exception.InvalidDataException if the value of {@value #KEY} is neither true nor false
     */
    public static boolean isEnabled(Configuration configuration) {
        boolean[] enabled = {true};
        new Settings(configuration).flag(KEY, flag -> enabled[0] = flag);
        return enabled[0];
    }
}
