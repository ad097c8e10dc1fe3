package io.pq2.spark.internal.files.write;

import io.pq2.spark.internal.errors.SparkErrors;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.catalyst.util.RebaseDateTime;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;
import org.jspecify.annotations.Nullable;

/**
 * Converts dates and timestamps of a write to the calendar of the file. A conversion that changes nothing is absent.
 */
final class RebaseOnWrite {

    /** The format name in Spark's error for dates and for timestamps stored as INT64. */
    private static final String DATETIME = "Parquet";

    /** The format name in Spark's error for timestamps stored as INT96. */
    private static final String INT96 = "Parquet INT96";

    private final @Nullable IntUnaryOperator dates;
    private final @Nullable LongUnaryOperator timestamps;
    private final @Nullable LongUnaryOperator int96;

    RebaseOnWrite(RebaseMode datetimeMode, RebaseMode int96Mode, String timeZone) {
        this.dates = dates(datetimeMode);
        this.timestamps = timestamps(datetimeMode, DATETIME, timeZone);
        this.int96 = timestamps(int96Mode, INT96, timeZone);
    }

    /** Returns the conversion of dates, in days since 1970-01-01; absent if dates are stored unchanged. */
    @Nullable
    IntUnaryOperator dates() {
        return dates;
    }

    /**
     * Returns the conversion of INT64 timestamps, in microseconds since 1970-01-01T00:00:00Z; absent if they are stored
     * unchanged.
     */
    @Nullable
    LongUnaryOperator timestamps() {
        return timestamps;
    }

    /**
     * Returns the conversion of INT96 timestamps, in microseconds since 1970-01-01T00:00:00Z; absent if they are stored
     * unchanged.
     */
    @Nullable
    LongUnaryOperator int96() {
        return int96;
    }

    private static @Nullable IntUnaryOperator dates(RebaseMode mode) {
        return switch (mode) {
            case CORRECTED -> null;
            case LEGACY -> RebaseDateTime::rebaseGregorianToJulianDays;
            case EXCEPTION ->
                days -> {
                    if (days < RebaseDateTime.lastSwitchGregorianDay()) {
                        throw SparkErrors.raise(DataSourceUtils.newRebaseExceptionInWrite(DATETIME));
                    }
                    return days;
                };
        };
    }

    private static @Nullable LongUnaryOperator timestamps(RebaseMode mode, String format, String timeZone) {
        return switch (mode) {
            case CORRECTED -> null;
            case LEGACY -> micros -> RebaseDateTime.rebaseGregorianToJulianMicros(timeZone, micros);
            case EXCEPTION ->
                micros -> {
                    if (micros < RebaseDateTime.lastSwitchGregorianTs()) {
                        throw SparkErrors.raise(DataSourceUtils.newRebaseExceptionInWrite(format));
                    }
                    return micros;
                };
        };
    }
}
