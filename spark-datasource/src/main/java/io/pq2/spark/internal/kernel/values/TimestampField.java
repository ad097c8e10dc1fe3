package io.pq2.spark.internal.kernel.values;

import java.time.ZoneId;
import java.util.concurrent.TimeUnit;

/** The local dates, or fields of the local times, of timestamps in microseconds since 1970-01-01T00:00:00Z. */
public final class TimestampField extends LongNode {

    /** What is taken from a timestamp. */
    public enum Field {
        /** The days since 1970-01-01. */
        DATE(TimeUnit.DAYS.toSeconds(1), Long.MAX_VALUE),
        HOUR(TimeUnit.HOURS.toSeconds(1), TimeUnit.DAYS.toHours(1)),
        MINUTE(TimeUnit.MINUTES.toSeconds(1), TimeUnit.HOURS.toMinutes(1)),
        SECOND(1, TimeUnit.MINUTES.toSeconds(1));

        private final long seconds;
        /** The number of different values, which repeat. */
        private final long count;

        Field(long seconds, long count) {
            this.seconds = seconds;
            this.count = count;
        }
    }

    private static final long MICROS = TimeUnit.SECONDS.toMicros(1);

    private final Field field;
    private final LongNode timestamp;
    private final ZoneOffsets zone;

    public TimestampField(Field field, LongNode timestamp, ZoneId zone) {
        super(timestamp);
        this.field = field;
        this.timestamp = timestamp;
        this.zone = new ZoneOffsets(zone);
    }

    @Override
    boolean compute(BatchColumns batch) {
        if (field == Field.DATE) {
            findDates(timestamp.result.values, result.buffer(), batch.rows());
        } else {
            findFields(timestamp.result.values, result.buffer(), batch.rows());
        }
        return true;
    }

    private void findDates(long[] micros, long[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = Math.floorDiv(localSecond(micros[i]), Field.DATE.seconds);
        }
    }

    private void findFields(long[] micros, long[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = Math.floorMod(Math.floorDiv(localSecond(micros[i]), field.seconds), field.count);
        }
    }

    private long localSecond(long micros) {
        long second = Math.floorDiv(micros, MICROS);
        return second + zone.offset(second);
    }
}
