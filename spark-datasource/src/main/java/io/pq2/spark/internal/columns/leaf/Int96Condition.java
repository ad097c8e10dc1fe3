package io.pq2.spark.internal.columns.leaf;

import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.ValuePredicate;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * A condition on INT96 timestamps. It compares the values that Spark reads: microseconds without the remaining
 * nanoseconds, in Spark's calendar, and shifted between time zones where the file requires it. Comparing the instants
 * stored in the file would give other results.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class Int96Condition implements ValuePredicate {

    private static final long SECONDS_PER_DAY = 86_400;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final DateTimeRules rules;
    private final long min;
    private final long max;
    /** The matching values, ascending; absent if all values from {@link #min} to {@link #max} match. */
    private final long[] values;

    private Int96Condition(DateTimeRules rules, long min, long max, long[] values) {
        this.rules = rules;
        this.min = min;
        this.max = max;
        this.values = values;
    }

    /**
     * Returns a condition that compares timestamps with a value. {@code NE} is not supported.
     *
     * @param micros the value, in microseconds since 1970-01-01T00:00:00
     * @param rules the rules of the file, for which {@link DateTimeRules#int96IsReadable()} must be true
     */
    public static Int96Condition comparison(Operator operator, long micros, DateTimeRules rules) {
        long min = Long.MIN_VALUE;
        long max = Long.MAX_VALUE;
        switch (operator) {
            case EQ -> {
                min = micros;
                max = micros;
            }
            case LT -> {
                return micros == min ? in(new long[0], rules) : new Int96Condition(rules, min, micros - 1, null);
            }
            case GT -> {
                return micros == max ? in(new long[0], rules) : new Int96Condition(rules, micros + 1, max, null);
            }
            case LE -> max = micros;
            case GE -> min = micros;
            case NE -> throw new IllegalArgumentException("NE is not supported");
        }
        return new Int96Condition(rules, min, max, null);
    }

    /** Returns a condition that matches the given timestamps; see {@link #comparison}. */
    public static Int96Condition in(long[] micros, DateTimeRules rules) {
        long[] values = micros.clone();
        Arrays.sort(values);
        return new Int96Condition(rules, Long.MIN_VALUE, Long.MAX_VALUE, values);
    }

    @Override
    public boolean testInt96(long nanosOfDay, int julianDay) {
        return test(nanosOfDay, julianDay);
    }

    private boolean test(long nanosOfDay, long julianDay) {
        long micros = TimestampSources.int96Micros(nanosOfDay, julianDay, rules);
        return values == null ? micros >= min && micros <= max : Arrays.binarySearch(values, micros) >= 0;
    }

    @Override
    public boolean test(Comparable<?> value) {
        Instant instant = (Instant) value;
        long day = Math.floorDiv(instant.getEpochSecond(), SECONDS_PER_DAY);
        long nanos = Math.floorMod(instant.getEpochSecond(), SECONDS_PER_DAY) * NANOS_PER_SECOND + instant.getNano();
        return test(nanos, day + TimestampSources.JULIAN_DAY_OF_EPOCH);
    }

    /** Describes the condition, in microseconds since 1970-01-01. */
    @Override
    public String toString() {
        if (values != null) {
            return values.length + " timestamps";
        }
        return min == max
                ? "timestamp " + min
                : "timestamps from " + (min == Long.MIN_VALUE ? "the first" : Long.toString(min)) + " to "
                        + (max == Long.MAX_VALUE ? "the last" : Long.toString(max));
    }
}
