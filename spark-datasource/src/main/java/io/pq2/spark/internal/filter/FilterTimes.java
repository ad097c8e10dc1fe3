package io.pq2.spark.internal.filter;

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
 * Dates and timestamps of filters as Spark counts them. The classes of {@code java.sql} do not know all days of Spark's calendar: where
 * one of them may stand for two values there is none.
 */
final class FilterTimes {

    /** The days that the Gregorian calendar left out when it began, which become the same number of days after them. */
    private static final int DAYS_LEFT_OUT = 10;

    private FilterTimes() {}

    /** Days since 1970-01-01, empty if the value is no date or may be two. */
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

    /** Microseconds since 1970-01-01T00:00:00, empty if the value is no timestamp or may be two. */
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
