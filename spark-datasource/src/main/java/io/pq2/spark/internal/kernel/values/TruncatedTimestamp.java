package io.pq2.spark.internal.kernel.values;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Timestamps, in microseconds since 1970-01-01T00:00:00Z, truncated to a unit of local time as Spark's {@code
 * date_trunc} does. Computes nothing if a result may precede the earliest timestamp.
 */
public final class TruncatedTimestamp extends LongNode {

    private static final long MICROS = TimeUnit.SECONDS.toMicros(1);
    private static final long SECONDS_OF_DAY = TimeUnit.DAYS.toSeconds(1);
    /** No result is earlier by more than the days of a leap year, and the greatest offset of a time zone. */
    private static final long EARLIEST = Long.MIN_VALUE + TimeUnit.DAYS.toMicros(368);

    /** The number of days whose results are remembered, more than 40 years. */
    private static final int SLOTS = 16_384;

    private static final int MICROSECOND = level("MICROSECOND");
    private static final int MINUTE = level("MINUTE");
    private static final int HOUR = level("HOUR");
    private static final int DAY = level("DAY");

    /** Spark's number of the unit, which ascends with the length of the unit. */
    private final int level;

    private final LongNode timestamp;
    private final ZoneId zone;
    private final ZoneOffsets offsets;
    /** For units of more than a day: the day of each slot, which is the day modulo the number of slots. */
    private long[] days = {};
    /** The result for the day of each slot. */
    private long[] firsts = {};

    /** @param unit a unit that is {@linkplain #supports supported} */
    public TruncatedTimestamp(UTF8String unit, LongNode timestamp, ZoneId zone) {
        super(timestamp);
        this.level = DateTimeUtils.parseTruncLevel(unit);
        this.timestamp = timestamp;
        this.zone = zone;
        this.offsets = new ZoneOffsets(zone);
    }

    /** Whether timestamps can be truncated to a unit; otherwise Spark's result is null. */
    public static boolean supports(UTF8String unit) {
        return DateTimeUtils.parseTruncLevel(unit) >= MICROSECOND;
    }

    private static int level(String unit) {
        return DateTimeUtils.parseTruncLevel(UTF8String.fromString(unit));
    }

    @Override
    public boolean isCertain() {
        return false;
    }

    @Override
    boolean compute(BatchColumns batch) {
        LongValues timestamps = timestamp.result;
        if (timestamps.min() < EARLIEST) {
            return false;
        }
        long[] target = result.buffer();
        for (int i = 0; i < batch.rows(); i++) {
            if (!timestamps.isNull(i)) {
                target[i] = truncated(timestamps.values[i]);
            }
        }
        return true;
    }

    private long truncated(long micros) {
        if (level > DAY) {
            return firstOfDate(micros);
        }
        if (level == DAY) {
            return firstOfUnit(micros, SECONDS_OF_DAY);
        }
        if (level == HOUR) {
            return firstOfUnit(micros, TimeUnit.HOURS.toSeconds(1));
        }
        if (level == MINUTE) {
            return firstOfUnit(micros, TimeUnit.MINUTES.toSeconds(1));
        }
        return spark(micros);
    }

    private long firstOfUnit(long micros, long unit) {
        long second = Math.floorDiv(micros, MICROS);
        long first = second - Math.floorMod(second + offsets.offset(second), unit);
        // If the offset changed in between, the rules for skipped and repeated local times apply.
        return first < offsets.start(second) ? spark(micros) : first * MICROS;
    }

    /** Returns the result for a unit of more than a day, which depends on the local date only. */
    private long firstOfDate(long micros) {
        if (days.length == 0) {
            days = new long[SLOTS];
            firsts = new long[SLOTS];
            Arrays.fill(days, Long.MIN_VALUE);
        }
        long second = Math.floorDiv(micros, MICROS);
        long day = Math.floorDiv(second + offsets.offset(second), SECONDS_OF_DAY);
        int slot = (int) day & SLOTS - 1;
        if (days[slot] != day) {
            firsts[slot] = spark(micros);
            days[slot] = day;
        }
        return firsts[slot];
    }

    private long spark(long micros) {
        return DateTimeUtils.truncTimestamp(micros, level, zone);
    }
}
