package io.pq2.spark.internal.column;

import java.io.Serializable;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.RebaseDateTime;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;

/**
 * How dates and timestamps of one file become Spark's: which calendar its writer used, and in which zone it wrote INT96.
 *
 * @param dates for DATE and TIMESTAMP
 * @param int96 for INT96 timestamps
 * @param int96Zone the session's zone if INT96 timestamps are local times of it, null if they are instants
 */
public record DateTimeRules(Calendar dates, Calendar int96, ZoneId int96Zone) {

    /** Nothing is changed. */
    public static final DateTimeRules CORRECTED = new DateTimeRules(Calendar.CORRECTED, Calendar.CORRECTED, null);

    /** What is done with values from before the switch to the Gregorian calendar. */
    public enum RebaseMode {
        /** They are refused. */
        EXCEPTION,
        /** They are Gregorian already. */
        CORRECTED,
        /** They are Julian, and are changed to the Gregorian date of the same name. */
        LEGACY
    }

    /**
     * The calendar of a file.
     *
     * @param mode what to do
     * @param zone the zone of the writer, for {@link RebaseMode#LEGACY}
     */
    public record Calendar(RebaseMode mode, String zone) implements Serializable {

        static final Calendar CORRECTED = new Calendar(RebaseMode.CORRECTED, "");

        boolean isGregorian() {
            return mode == RebaseMode.CORRECTED;
        }

        int days(int days) {
            if (mode == RebaseMode.LEGACY) {
                return RebaseDateTime.rebaseJulianToGregorianDays(days);
            }
            if (mode == RebaseMode.EXCEPTION && days < RebaseDateTime.lastSwitchJulianDay()) {
                throw DataSourceUtils.newRebaseExceptionInRead("Parquet");
            }
            return days;
        }

        /** @param format what Spark's message calls the values: Parquet, or Parquet INT96 */
        long micros(long micros, String format) {
            if (mode == RebaseMode.LEGACY) {
                return RebaseDateTime.rebaseJulianToGregorianMicros(zone, micros);
            }
            if (mode == RebaseMode.EXCEPTION && micros < RebaseDateTime.lastSwitchJulianTs()) {
                throw DataSourceUtils.newRebaseExceptionInRead(format);
            }
            return micros;
        }
    }

    /** Whether a day has the same number in the file as in Spark. */
    public boolean sameInBothCalendars(int days) {
        return dates.isGregorian()
                || days >= RebaseDateTime.lastSwitchJulianDay() && days >= RebaseDateTime.lastSwitchGregorianDay();
    }

    /** Whether an instant, in microseconds, has the same number in the file as in Spark, unless the file has it as INT96. */
    public boolean sameInBothCalendars(long micros) {
        return dates.isGregorian()
                || micros >= RebaseDateTime.lastSwitchJulianTs() && micros >= RebaseDateTime.lastSwitchGregorianTs();
    }

    /** Whether each INT96 timestamp has a value in Spark; otherwise some are refused. */
    public boolean int96IsReadable() {
        return int96.mode() != RebaseMode.EXCEPTION;
    }

    /** Whether INT96 timestamps are instants of the Gregorian calendar, so that nothing is to be done with them. */
    boolean int96IsPlain() {
        return int96.isGregorian() && (int96Zone == null || int96Zone.equals(ZoneOffset.UTC));
    }

    /** An INT96 timestamp, in microseconds, as Spark's. */
    long int96Micros(long micros) {
        long rebased = int96.micros(micros, "Parquet INT96");
        return int96Zone == null || int96Zone.equals(ZoneOffset.UTC)
                ? rebased
                : DateTimeUtils.convertTz(rebased, int96Zone, ZoneOffset.UTC);
    }
}
