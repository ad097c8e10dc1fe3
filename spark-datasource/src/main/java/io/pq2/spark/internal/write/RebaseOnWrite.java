package io.pq2.spark.internal.write;

import io.pq2.spark.internal.SparkErrors;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.catalyst.util.RebaseDateTime;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;

/** The calendar conversions of dates and timestamps on their way into a file. A mode that changes nothing is null here. */
final class RebaseOnWrite {

    /** The name by which Spark's error refers to dates and to timestamps in an INT64. */
    private static final String DATETIME = "Parquet";

    /** The name by which Spark's error refers to timestamps in an INT96. */
    private static final String INT96 = "Parquet INT96";

    private final IntUnaryOperator dates;
    private final LongUnaryOperator timestamps;
    private final LongUnaryOperator int96;

    RebaseOnWrite(RebaseMode datetimeMode, RebaseMode int96Mode, String timeZone) {
        this.dates = dates(datetimeMode);
        this.timestamps = timestamps(datetimeMode, DATETIME, timeZone);
        this.int96 = timestamps(int96Mode, INT96, timeZone);
    }

    /** Days since 1970-01-01 as they are to be stored. */
    IntUnaryOperator dates() {
        return dates;
    }

    /** Microseconds since 1970-01-01T00:00:00Z as they are to be stored in an INT64. */
    LongUnaryOperator timestamps() {
        return timestamps;
    }

    /** Microseconds since 1970-01-01T00:00:00Z as they are to be stored in an INT96. */
    LongUnaryOperator int96() {
        return int96;
    }

    private static IntUnaryOperator dates(RebaseMode mode) {
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

    private static LongUnaryOperator timestamps(RebaseMode mode, String format, String timeZone) {
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
