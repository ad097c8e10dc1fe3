package io.pq2.cli.internal.convert.arrow;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.schema.TimeUnit;

/** The units of times, in the order of TimeUnit in Schema.fbs. */
enum ArrowUnit {
    SECOND(1_000_000_000L, TimeUnit.MILLIS),
    MILLISECOND(1_000_000L, TimeUnit.MILLIS),
    MICROSECOND(1_000L, TimeUnit.MICROS),
    NANOSECOND(1L, TimeUnit.NANOS);

    private final long nanos;
    private final TimeUnit parquet;

    ArrowUnit(long nanos, TimeUnit parquet) {
        this.nanos = nanos;
        this.parquet = parquet;
    }

    static ArrowUnit of(int number) {
        if (number < 0 || number >= values().length) {
            throw new UnsupportedFeatureException("the time unit " + number + ", which this version does not know");
        }
        return values()[number];
    }

    static ArrowUnit of(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> MILLISECOND;
            case MICROS -> MICROSECOND;
            case NANOS -> NANOSECOND;
        };
    }

    /** Returns the number of nanoseconds in a unit. */
    long nanos() {
        return nanos;
    }

    /** Returns the unit in Parquet, which has no seconds. */
    TimeUnit parquet() {
        return parquet;
    }
}
