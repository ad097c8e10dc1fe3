package io.pq2.spark.internal.columns.leaf;

import java.io.Serializable;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.RebaseDateTime;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;
import org.jspecify.annotations.Nullable;

/**
 * How to convert dates and timestamps of one file to Spark's: the calendar of the writer, and the time zone of INT96
 * timestamps.
 *
 * @param dates the calendar of DATE and TIMESTAMP
 * @param int96 the calendar of INT96 timestamps
 * @param int96Zone the session's time zone if INT96 timestamps are local times in it; absent if they are instants
 */
public record DateTimeRules(
        Calendar dates, Calendar int96, @Nullable ZoneId int96Zone) {

    /** Changes nothing. */
    public static final DateTimeRules CORRECTED = new DateTimeRules(Calendar.CORRECTED, Calendar.CORRECTED, null);

    /** How to handle values from before the switch to the Gregorian calendar. */
    public enum RebaseMode {
        /** Fails. */
        EXCEPTION,
        /** Keeps the values: they are Gregorian. */
        CORRECTED,
        /** Converts the values: they are Julian, and become the Gregorian date of the same name. */
        LEGACY
    }

    /**
     * The calendar of a file.
     *
     * @param mode how to handle old values
     * @param zone the time zone of the writer, for {@link RebaseMode#LEGACY}
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

        /**
         * Converts microseconds since 1970-01-01.
         *
         * @param format the name of the values in Spark's message: Parquet, or Parquet INT96
         */
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

    /** Whether a day, in days since 1970-01-01, has the same number in the file as in Spark. */
    public boolean sameInBothCalendars(int days) {
        return days >= firstSameDay();
    }

    /** Returns the first day that has the same number in the file as in Spark, as all later ones. */
    public int firstSameDay() {
        return dates.isGregorian()
                ? Integer.MIN_VALUE
                : Math.max(RebaseDateTime.lastSwitchJulianDay(), RebaseDateTime.lastSwitchGregorianDay());
    }

    /**
     * Whether an instant, in microseconds since 1970-01-01, has the same number in the file as in Spark. Not for INT96
     * timestamps.
     */
    public boolean sameInBothCalendars(long micros) {
        return micros >= firstSameMicros();
    }

    /**
     * Returns the first instant that has the same number in the file as in Spark, as all later ones. Not for INT96
     * timestamps.
     */
    public long firstSameMicros() {
        return dates.isGregorian()
                ? Long.MIN_VALUE
                : Math.max(RebaseDateTime.lastSwitchJulianTs(), RebaseDateTime.lastSwitchGregorianTs());
    }

    /** Whether every INT96 timestamp of the file has a value in Spark; otherwise reading some of them fails. */
    public boolean int96IsReadable() {
        return int96.mode() != RebaseMode.EXCEPTION;
    }

    /** Whether INT96 timestamps are Gregorian instants, which need no conversion. */
    boolean int96IsPlain() {
        return int96.isGregorian() && (int96Zone == null || int96Zone.equals(ZoneOffset.UTC));
    }

    /**
     * Converts an INT96 timestamp to microseconds since 1970-01-01 in Spark. Drops the remaining nanoseconds.
     *
     * @param nanosOfDay nanoseconds of the day
     * @param julianDay the Julian day number
     */
    public long int96Micros(long nanosOfDay, int julianDay) {
        return TimestampSources.int96Micros(nanosOfDay, julianDay, this);
    }

    /** Converts an INT96 timestamp, in microseconds, to Spark's. */
    long int96Micros(long micros) {
        long rebased = int96.micros(micros, "Parquet INT96");
        return int96Zone == null || int96Zone.equals(ZoneOffset.UTC)
                ? rebased
                : DateTimeUtils.convertTz(rebased, int96Zone, ZoneOffset.UTC);
    }
}
