package io.pq2.internal.variant.compact;

import io.pq2.internal.variant.ValueCheck;
import io.pq2.internal.variant.ValueWriter;
import io.pq2.variant.VariantType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The types that Spark does not know, TIME and timestamps in nanoseconds, as strings in ISO 8601. */
final class DateTimeText {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private DateTimeText() {}

    /** Whether Spark does not know a type. */
    static boolean isUnknown(VariantType type) {
        return type == VariantType.TIME
                || type == VariantType.TIMESTAMP_NANOS
                || type == VariantType.TIMESTAMP_NTZ_NANOS;
    }

    /**
     * Appends a value as a string.
     *
     * @param number microseconds since midnight, or nanoseconds since 1970
     * @throws io.pq2.exception.CorruptFileException if a TIME is not within a day
     */
    static void put(VariantType type, long number, ValueWriter out) {
        byte[] text = text(type, number).getBytes(StandardCharsets.US_ASCII);
        out.putString(text, 0, text.length);
    }

    private static String text(VariantType type, long number) {
        if (type == VariantType.TIME) {
            ValueCheck.checkTime(number);
            return DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(number * 1000));
        }
        Instant instant =
                Instant.ofEpochSecond(Math.floorDiv(number, NANOS_PER_SECOND), Math.floorMod(number, NANOS_PER_SECOND));
        LocalDateTime local = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        return type == VariantType.TIMESTAMP_NTZ_NANOS
                ? DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(local)
                : DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(local.atOffset(ZoneOffset.UTC));
    }
}
