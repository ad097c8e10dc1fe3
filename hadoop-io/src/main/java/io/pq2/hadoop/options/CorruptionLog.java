package io.pq2.hadoop.options;

import io.pq2.exception.CorruptFileException;
import io.pq2.read.CorruptionReport;
import io.pq2.read.OnCorruption;
import io.pq2.read.ScanMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what scans lose because files are damaged, at level WARN.
 *
 * <p>The logger is named {@code io.pq2.hadoop.CorruptionLog}.
 */
public final class CorruptionLog {

    private static final Logger LOG = LoggerFactory.getLogger("io.pq2.hadoop.CorruptionLog");

    private CorruptionLog() {}

    /** Logs a loss in one line. */
    public static void write(CorruptionReport report) {
        LOG.warn("{}", report);
    }

    /**
     * Skips a file that cannot be opened because its footer is damaged: counts, logs and returns its report.
     *
     * @param mode what damage leads to
     * @param file the location of the file
     * @param metrics counts the file
     * @throws CorruptFileException {@code damage}, if the mode is {@link OnCorruption#FAIL}
     */
    public static CorruptionReport skipFile(
            OnCorruption mode, String file, CorruptFileException damage, ScanMetrics metrics) {
        if (mode == OnCorruption.FAIL) {
            throw damage;
        }
        CorruptionReport report = CorruptionReport.ofFile(file, damage);
        metrics.addLostFile(report);
        write(report);
        return report;
    }
}
