package io.pq2.predicate;

import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * A caller's own test of values. It must say the same of the same value each time, and may be asked about values of a dictionary
 * that no row has. It is never asked about null. It is asked by the threads that evaluate the predicate, perhaps several at once.
 *
 * <p>{@link #test(Comparable)} suffices. The other tests spare an object for each value, and must say the same.
 */
public interface ValuePredicate {

    /**
     * Whether a value passes.
     *
     * @param value of the class that {@link io.pq2.internal.statistics.MinMaxDecoder} names for the column's type, here perhaps NaN or -0
     */
    boolean test(Comparable<?> value);

    /** Whether a value of a signed integer column of 64 bits or fewer passes; decimals, dates and times are no integers. */
    default boolean testLong(long value) {
        return test(BigDecimal.valueOf(value));
    }

    /** Whether a value of a column of FLOAT16, FLOAT or DOUBLE passes. */
    default boolean testDouble(double value) {
        return test((Double) value);
    }

    /**
     * Whether a value that is bytes (text, UUID, WKB, ...) passes.
     *
     * @param bytes hold the value and much else, and change after the call
     */
    default boolean testBytes(byte[] bytes, int start, int length) {
        return test(ByteString.of(Arrays.copyOfRange(bytes, start, start + length)));
    }

    /**
     * Whether an INT96 timestamp passes.
     *
     * @param nanosOfDay nanoseconds as they are stored, which may be negative or more than a day has
     * @param julianDay the Julian day number
     */
    default boolean testInt96(long nanosOfDay, int julianDay) {
        Comparable<?> instant = MinMaxDecoder.ofInt96(nanosOfDay, julianDay);
        return instant != null && test(instant);
    }

    /**
     * What statistics say about the values that are not null: whether some may pass, and whether some may fail. Never unknown.
     *
     * @return by default that both may be
     */
    default TruthValues truthValues(ColumnStatistics statistics) {
        return TruthValues.EITHER;
    }
}
