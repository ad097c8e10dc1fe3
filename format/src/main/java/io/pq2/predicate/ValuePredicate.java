package io.pq2.predicate;

import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * A caller's test of single values, for {@link Predicate.Custom}.
 *
 * <p>The test must be deterministic and thread-safe: several threads may evaluate one predicate. It never sees null,
 * and it may see dictionary entries that no row has.
 *
 * <p>Only {@link #test(Comparable)} must be implemented. The other tests avoid creating an object per value and must
 * give the same answers.
 */
public interface ValuePredicate {

    /**
     * Whether a value passes.
     *
     * @param value an object of the class for the column's type, see {@link ColumnStatistics}; it may be
     *     NaN or -0
     */
    boolean test(Comparable<?> value);

    /**
     * Whether a value of a signed integer column (INT32 or INT64) passes. Decimals, dates, times and timestamps go to
     * {@link #test(Comparable)}.
     */
    default boolean testLong(long value) {
        return test(BigDecimal.valueOf(value));
    }

    /** Whether a value of a FLOAT16, FLOAT or DOUBLE column passes. */
    default boolean testDouble(double value) {
        return test((Double) value);
    }

    /**
     * Whether a value that is bytes (text, UUID, WKB, ...) passes.
     *
     * @param bytes an array that contains the value; its content changes after the call
     * @param start index of the value's first byte
     * @param length the value's length in bytes
     */
    default boolean testBytes(byte[] bytes, int start, int length) {
        return test(ByteString.of(Arrays.copyOfRange(bytes, start, start + length)));
    }

    /**
     * Whether an INT96 timestamp passes.
     *
     * @param nanosOfDay nanoseconds of the day as stored; they may be negative or exceed one day
     * @param julianDay the Julian day number
     */
    default boolean testInt96(long nanosOfDay, int julianDay) {
        Comparable<?> instant = MinMaxDecoder.ofInt96(nanosOfDay, julianDay);
        return instant != null && test(instant);
    }

    /**
     * Whether some of the non-null values that statistics describe may pass. If not, a scan skips them.
     *
     * @return true by default
     */
    default boolean mayPass(ColumnStatistics statistics) {
        return true;
    }

    /**
     * Whether some of the non-null values that statistics describe may fail. If not, a scan skips the test.
     *
     * @return true by default
     */
    default boolean mayFail(ColumnStatistics statistics) {
        return true;
    }
}
