package io.pq2.spark.internal.files.scan;

import io.pq2.hadoop.options.CorruptionLog;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.read.CorruptionReport;
import io.pq2.read.OnCorruption;
import io.pq2.spark.internal.errors.PlanningErrors;
import io.pq2.spark.internal.metrics.CorruptionAccumulator;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;

/**
 * What damage of files leads to in a scan of a table.
 *
 * @param mode the mode, from the key {@value HadoopReadOptions#ON_CORRUPTION}
 * @param accumulator collects the losses for the driver; absent if damage is an error
 */
public record DamageHandling(OnCorruption mode, @Nullable CorruptionAccumulator accumulator) implements Serializable {

    /**
     * Reads the mode of a scan. To be called on the driver.
     *
     * @param configuration the configuration with the options of the scan
     * @throws org.apache.spark.sql.AnalysisException (not declared) if a key for reading has an invalid value
     */
    public static DamageHandling of(Configuration configuration, SparkContext context) {
        OnCorruption mode = mode(configuration);
        return new DamageHandling(mode, mode == OnCorruption.FAIL ? null : CorruptionAccumulator.of(context));
    }

    /**
     * Returns the mode of a scan.
     *
     * @throws org.apache.spark.sql.AnalysisException (not declared) if a key for reading has an invalid value
     */
    public static OnCorruption mode(Configuration configuration) {
        return PlanningErrors.checked(
                () -> HadoopReadOptions.from(configuration).onCorruption());
    }

    /** Logs a loss, and sends it to the driver. */
    void lost(CorruptionReport report) {
        CorruptionLog.write(report);
        collect(report);
    }

    /** Sends a loss to the driver. */
    void collect(CorruptionReport report) {
        if (accumulator != null) {
            accumulator.add(report);
        }
    }
}
