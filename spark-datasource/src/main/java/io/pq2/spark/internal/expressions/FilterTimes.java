package io.pq2.spark.internal.expressions;

import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.RebaseDateTime;

/**
 * Converts dates and timestamps of filters to Spark's numbers. The classes of {@code java.sql} cannot represent every
 * day of Spark's calendar. A value that may mean two days or instants is not converted.
 */
final class FilterTimes {

    /**
     * Days that the Gregorian calendar skipped when it began. In {@code java.sql} they become the same number of later
     * days.
     */
    private static final int DAYS_LEFT_OUT = 10;

    private FilterTimes() {}

    /** Returns the days since 1970-01-01; empty if the value is not a date or is ambiguous. */
    static OptionalInt days(Object value) {
        if (value instanceof LocalDate date) {
            return OptionalInt.of(DateTimeUtils.localDateToDays(date));
        }
        if (!(value instanceof Date date)) {
            return OptionalInt.empty();
        }
        int days = DateTimeUtils.fromJavaDate(date);
        int sinceSwitch = days - RebaseDateTime.lastSwitchJulianDay();
        return sinceSwitch >= 0 && sinceSwitch < DAYS_LEFT_OUT ? OptionalInt.empty() : OptionalInt.of(days);
    }

    /** Returns the microseconds since 1970-01-01T00:00:00; empty if the value is not a timestamp or is ambiguous. */
    static OptionalLong micros(Object value) {
        if (value instanceof Instant instant) {
            return OptionalLong.of(DateTimeUtils.instantToMicros(instant));
        }
        if (value instanceof LocalDateTime local) {
            return OptionalLong.of(DateTimeUtils.localDateTimeToMicros(local));
        }
        if (!(value instanceof Timestamp timestamp)) {
            return OptionalLong.empty();
        }
        long micros = DateTimeUtils.fromJavaTimestamp(timestamp);
        return micros < RebaseDateTime.lastSwitchJulianTs() || micros < RebaseDateTime.lastSwitchGregorianTs()
                ? OptionalLong.empty()
                : OptionalLong.of(micros);
    }
}
