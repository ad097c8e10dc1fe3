package io.pq2.hadoop.options;

import io.pq2.hadoop.internal.options.ReadingKeys;
import io.pq2.hadoop.internal.options.Settings;
import io.pq2.read.ScanExplanation;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the explanations of scans at level INFO, if the configuration requests them.
 *
 * <p>The logger is named {@code io.pq2.hadoop.ExplanationLog}.
 */
public final class ExplanationLog {

    /** Whether every scan of a file logs what it read and skipped, and why. */
    public static final String EXPLAIN = "pq2.read.explain";

    private static final Logger LOG = LoggerFactory.getLogger("io.pq2.hadoop.ExplanationLog");

    private ExplanationLog() {}

    /**
     * Returns a collector for the explanation of one scan; null unless {@link #EXPLAIN} is true.
     *
     * @throws io.pq2.exception.InvalidDataException if the value of {@link #EXPLAIN} is neither true nor false
     */
    public static @Nullable ScanExplanation collector(Configuration configuration) {
        return new Settings(configuration).get(ReadingKeys.EXPLAIN, false) ? new ScanExplanation() : null;
    }

    /**
     * Logs an explanation.
     *
     * @param explanation the result of {@link #collector}; null logs nothing
     */
    public static void write(@Nullable ScanExplanation explanation) {
        if (explanation != null) {
            LOG.info("{}", explanation.text());
        }
    }
}
