package io.pq2.predicate;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * A non-null value that a predicate compares with a column. All comparisons are exact.
 *
 * <p>A literal has a logical type and no physical type. An integer compares with integers of every width, decimals of
 * every scale and floating-point numbers. A timestamp compares with timestamps of every unit. A local timestamp also
 * compares with dates; a date then counts as its midnight.
 */
public sealed interface Literal {

    /**
     * Returns the value as an object of the class that {@link io.pq2.statistics.ColumnStatistics} uses for min and
     * max.
     */
    Comparable<?> value();

    /** Whether this literal is NaN. Min/max statistics never include NaN. */
    default boolean isNan() {
        return false;
    }

    /** A BOOLEAN. */
    record BooleanLiteral(boolean flag) implements Literal {
        @Override
        public Boolean value() {
            return flag;
        }
    }

    /** A signed integer of up to 64 bits. Larger integers are {@link DecimalLiteral}s of scale 0. */
    record IntegerLiteral(long integer) implements Literal {
        @Override
        public BigDecimal value() {
            return BigDecimal.valueOf(integer);
        }
    }

    /** An exact decimal number. Its scale does not affect comparisons. */
    record DecimalLiteral(BigDecimal value) implements Literal {
        public DecimalLiteral {
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * A binary32 number. It compares by its exact value with all numeric columns; NaN compares with floating-point
     * columns only.
     */
    record FloatLiteral(float number) implements Literal {
        @Override
        public Double value() {
            return number + 0.0;
        }

        @Override
        public boolean isNan() {
            return Float.isNaN(number);
        }
    }

    /**
     * A binary64 number. It compares by its exact value with all numeric columns; NaN compares with floating-point
     * columns only.
     */
    record DoubleLiteral(double number) implements Literal {
        @Override
        public Double value() {
            return number + 0.0;
        }

        @Override
        public boolean isNan() {
            return Double.isNaN(number);
        }
    }

    /** A byte string: text in UTF-8, a UUID in 16 bytes, or any other value that is ordered by unsigned bytes. */
    record BinaryLiteral(ByteString value) implements Literal {
        public BinaryLiteral {
            Objects.requireNonNull(value, "value");
        }

        /** Returns a literal that shares the array. The caller must not change the array afterwards. */
        public static BinaryLiteral of(byte[] bytes) {
            return new BinaryLiteral(ByteString.of(bytes));
        }

        /** Returns the literal of the UTF-8 bytes of a text. */
        public static BinaryLiteral of(String text) {
            return new BinaryLiteral(ByteString.of(text));
        }
    }

    /**
     * A date.
     *
     * @param epochDay days since 1970-01-01
     */
    record DateLiteral(int epochDay) implements Literal {
        @Override
        public LocalDate value() {
            return LocalDate.ofEpochDay(epochDay);
        }
    }

    /**
     * A time of day.
     *
     * @param nanoOfDay nanoseconds since midnight, less than one day
     */
    record TimeLiteral(long nanoOfDay) implements Literal {
        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException if {@code nanoOfDay} is negative or not less than one day
         */
        public TimeLiteral {
            if (nanoOfDay < 0 || nanoOfDay > LocalTime.MAX.toNanoOfDay()) {
                throw new IllegalArgumentException("time of day is out of range: " + nanoOfDay + " nanoseconds");
            }
        }

        @Override
        public LocalTime value() {
            return LocalTime.ofNanoOfDay(nanoOfDay);
        }
    }

    /**
     * A timestamp with nanosecond precision.
     *
     * @param epochSecond seconds since 1970-01-01T00:00:00
     * @param nano nanoseconds of the second, from 0 to 999,999,999
     * @param utc whether the timestamp is an instant; otherwise it is a local date and time, which does not compare
     *     with instants
     */
    record TimestampLiteral(long epochSecond, int nano, boolean utc) implements Literal {
        /**
         * Checks the ranges.
         *
         * @throws IllegalArgumentException if {@code epochSecond} is outside the range of {@link Instant}, or {@code
         *     nano} is out of range
         */
        public TimestampLiteral {
            if (epochSecond < Instant.MIN.getEpochSecond() || epochSecond > Instant.MAX.getEpochSecond()) {
                throw new IllegalArgumentException("timestamp is out of range: " + epochSecond + " seconds since 1970");
            }
            if (nano < 0 || nano > 999_999_999) {
                throw new IllegalArgumentException("nanoseconds of a second are out of range: " + nano);
            }
        }

        /** Returns the timestamp of a number of microseconds since 1970-01-01T00:00:00. */
        public static TimestampLiteral ofMicros(long micros, boolean utc) {
            return new TimestampLiteral(
                    Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1_000, utc);
        }

        /** Returns the timestamp of a number of nanoseconds since 1970-01-01T00:00:00. */
        public static TimestampLiteral ofNanos(long nanos, boolean utc) {
            return new TimestampLiteral(
                    Math.floorDiv(nanos, 1_000_000_000L), (int) Math.floorMod(nanos, 1_000_000_000L), utc);
        }

        @Override
        public Comparable<?> value() {
            return utc
                    ? Instant.ofEpochSecond(epochSecond, nano)
                    : LocalDateTime.ofEpochSecond(epochSecond, nano, ZoneOffset.UTC);
        }
    }
}
