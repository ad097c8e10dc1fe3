package io.pq2.spark.internal.column;

import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.ValuePredicate;
import java.time.Instant;
import java.util.Arrays;

/**
 * A condition on the INT96 timestamps of a file, asked of what Spark reads them as: microseconds, the rest cut off, in its own calendar
 * and perhaps moved between time zones. The instants that stand in the file would not do.
 */
public final class Int96Condition implements ValuePredicate {

    private static final long SECONDS_PER_DAY = 86_400;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final DateTimeRules rules;
    private final long least;
    private final long greatest;
    /** Ascending; null for all that are not less than the least and not greater than the greatest. */
    private final long[] among;

    private Int96Condition(DateTimeRules rules, long least, long greatest, long[] among) {
        this.rules = rules;
        this.least = least;
        this.greatest = greatest;
        this.among = among;
    }

    /**
     * Whether a timestamp compares with another one in a way, of which NE is none.
     *
     * @param micros the other one, microseconds since 1970-01-01T00:00:00
     * @param rules of the file, which must be {@link DateTimeRules#int96IsReadable()}
     */
    public static Int96Condition comparison(Operator operator, long micros, DateTimeRules rules) {
        long least = Long.MIN_VALUE;
        long greatest = Long.MAX_VALUE;
        switch (operator) {
            case EQ -> {
                least = micros;
                greatest = micros;
            }
            case LT -> {
                return micros == least ? in(new long[0], rules) : new Int96Condition(rules, least, micros - 1, null);
            }
            case GT -> {
                return micros == greatest
                        ? in(new long[0], rules)
                        : new Int96Condition(rules, micros + 1, greatest, null);
            }
            case LE -> greatest = micros;
            case GE -> least = micros;
            case NE -> throw new IllegalArgumentException("the opposite of EQ");
        }
        return new Int96Condition(rules, least, greatest, null);
    }

    /** Whether a timestamp is one of some, see {@link #comparison}. */
    public static Int96Condition in(long[] micros, DateTimeRules rules) {
        long[] among = micros.clone();
        Arrays.sort(among);
        return new Int96Condition(rules, Long.MIN_VALUE, Long.MAX_VALUE, among);
    }

    @Override
    public boolean testInt96(long nanosOfDay, int julianDay) {
        return test(nanosOfDay, julianDay);
    }

    private boolean test(long nanosOfDay, long julianDay) {
        long micros = TimestampSources.int96Micros(nanosOfDay, julianDay, rules);
        return among == null ? micros >= least && micros <= greatest : Arrays.binarySearch(among, micros) >= 0;
    }

    @Override
    public boolean test(Comparable<?> value) {
        Instant instant = (Instant) value;
        long day = Math.floorDiv(instant.getEpochSecond(), SECONDS_PER_DAY);
        long nanos = Math.floorMod(instant.getEpochSecond(), SECONDS_PER_DAY) * NANOS_PER_SECOND + instant.getNano();
        return test(nanos, day + TimestampSources.JULIAN_DAY_OF_EPOCH);
    }

    /** In microseconds since 1970. */
    @Override
    public String toString() {
        if (among != null) {
            return among.length + " timestamps";
        }
        return least == greatest
                ? "timestamp " + least
                : "timestamps from " + (least == Long.MIN_VALUE ? "the first" : Long.toString(least)) + " to "
                        + (greatest == Long.MAX_VALUE ? "the last" : Long.toString(greatest));
    }
}
