package io.pq2.internal.rewrite;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calendar that Spark's readers use for timestamps of a file, as the keys of Spark in its key-value metadata say.
 * Calendars differ for {@linkplain #FIRST_COMMON_MICROS old} timestamps only.
 *
 * @param kind the calendar
 * @param zone the time zone of a hybrid calendar; absent for other calendars, and if the file does not name it: then it
 *     is the zone of the reader
 */
record TimestampCalendar(Kind kind, @Nullable String zone) {

    static final String SPARK_VERSION = "org.apache.spark.version";
    static final String LEGACY_DATETIME = "org.apache.spark.legacyDateTime";
    static final String LEGACY_INT96 = "org.apache.spark.legacyINT96";
    static final String TIME_ZONE = "org.apache.spark.timeZone";

    /**
     * 1900-01-01T00:00:00Z in microseconds since 1970-01-01T00:00:00Z. From then on, readers return all timestamps of
     * all calendars and time zones as they are stored.
     */
    static final long FIRST_COMMON_MICROS = -2_208_988_800_000_000L;

    /** A version of Spark that stores INT96 timestamps of the Gregorian calendar, unless a key says otherwise. */
    private static final String GREGORIAN_INT96 = "3.1.0";
    /** A version of Spark that stores INT64 timestamps of the Gregorian calendar, unless a key says otherwise. */
    private static final String GREGORIAN_INT64 = "3.0.0";

    enum Kind {
        /** The proleptic Gregorian calendar: timestamps are read as they are stored. */
        GREGORIAN,
        /** The hybrid calendar: timestamps are converted when they are read. */
        HYBRID,
        /** Spark did not write the file: a setting of the reader decides, one for INT96 and another for INT64. */
        BY_SETTING
    }

    /** Returns the calendar of INT96 timestamps in a file with some key-value metadata. */
    static TimestampCalendar ofInt96(Map<String, @Nullable String> keys) {
        return of(keys, GREGORIAN_INT96, LEGACY_INT96);
    }

    /** Returns the calendar of INT64 timestamps in a file with some key-value metadata. */
    static TimestampCalendar ofInt64(Map<String, @Nullable String> keys) {
        return of(keys, GREGORIAN_INT64, LEGACY_DATETIME);
    }

    private static TimestampCalendar of(Map<String, @Nullable String> keys, String gregorian, String legacy) {
        String version = keys.get(SPARK_VERSION);
        if (version == null) {
            return new TimestampCalendar(Kind.BY_SETTING, null);
        }
        // Spark compares versions as texts, and so must this, to find the calendar that Spark uses.
        return version.compareTo(gregorian) < 0 || keys.get(legacy) != null
                ? new TimestampCalendar(Kind.HYBRID, keys.get(TIME_ZONE))
                : new TimestampCalendar(Kind.GREGORIAN, null);
    }

    /**
     * Returns why old INT96 timestamps of this calendar would be read as others from an INT64 column.
     *
     * @param stored the calendar of the INT64 column
     * @return absent if they are read as the same timestamps
     */
    @Nullable
    String obstacle(TimestampCalendar stored) {
        if (kind == Kind.BY_SETTING || stored.kind == Kind.BY_SETTING) {
            return "no key " + SPARK_VERSION + " says in which calendar it is; Spark reads the old column by"
                    + " spark.sql.parquet.int96RebaseModeInRead and the new one by"
                    + " spark.sql.parquet.datetimeRebaseModeInRead";
        }
        return equals(stored)
                ? null
                : "Spark would read it in the " + stored + ", and now reads it in the " + this
                        + ", as the file's keys " + SPARK_VERSION + ", " + LEGACY_INT96 + " and " + LEGACY_DATETIME
                        + " say";
    }

    @Override
    public String toString() {
        return switch (kind) {
            case GREGORIAN -> "Gregorian calendar";
            case HYBRID -> "hybrid calendar" + (zone == null ? "" : " of " + zone);
            case BY_SETTING -> "calendar of a setting";
        };
    }
}
