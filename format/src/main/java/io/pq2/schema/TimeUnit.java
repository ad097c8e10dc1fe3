package io.pq2.schema;

/** The unit of a TIME or TIMESTAMP. */
public enum TimeUnit {
    /** 10<sup>-3</sup> s. */
    MILLIS(1_000_000L),
    /** 10<sup>-6</sup> s. */
    MICROS(1_000L),
    /** 10<sup>-9</sup> s. */
    NANOS(1L);

    private final long nanos;

    TimeUnit(long nanos) {
        this.nanos = nanos;
    }

    /** Returns the number of nanoseconds in a unit. */
    public long nanos() {
        return nanos;
    }
}
