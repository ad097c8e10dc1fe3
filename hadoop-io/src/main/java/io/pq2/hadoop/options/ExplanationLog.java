package io.pq2.hadoop.options;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.read.ScanExplanation;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The explanations of scans in the log of the process that reads, at level INFO, if a configuration asks for them. */
public final class ExplanationLog {

    /** Whether each scan of a file says what it read and left out, and why. */
    public static final String EXPLAIN = "pq2.read.explain";

    private static final Logger LOG = LoggerFactory.getLogger("io.pq2.hadoop.ExplanationLog");

    private ExplanationLog() {}

    /**
     * What collects the explanation of a scan; null if nobody asks for it.
     *
     * @throws io.pq2.exception.InvalidDataException if the value of {@link #EXPLAIN} is neither true nor false
     */
    public static ScanExplanation collector(Configuration configuration) {
        boolean[] wanted = {false};
        new Settings(configuration).flag(EXPLAIN, flag -> wanted[0] = flag);
        return wanted[0] ? new ScanExplanation() : null;
    }

    /** Writes what was collected, if anything was. */
    public static void write(ScanExplanation explanation) {
        if (explanation != null) {
            LOG.info("{}", explanation.text());
        }
    }
}
