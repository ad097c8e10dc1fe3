package io.pq2.predicate;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * A value, not null, that a predicate compares a column with. It has a logical type and no physical one: an integer compares
 * with integers of each width, decimals of each scale and floating point numbers, a timestamp with timestamps of each unit, a local one
 * also with dates, each of which counts as its first moment. All comparisons are exact.
 */
public sealed interface Literal {

    /** The value in the form in which it compares with bounds, see {@link io.pq2.internal.statistics.MinMaxDecoder}. */
    Comparable<?> value();

    /** Whether this is a NaN, which has no place among the bounds. */
    default boolean isNan() {
        return false;
    }

    /** True or false. */
    record BooleanLiteral(boolean flag) implements Literal {
        @Override
        public Boolean value() {
            return flag;
        }
    }

    /** An integer of any width. */
    record IntegerLiteral(long integer) implements Literal {
        @Override
        public BigDecimal value() {
            return BigDecimal.valueOf(integer);
        }
    }

    /** An exact number; the scale makes no difference. Integers beyond 64 bits are decimals of scale 0. */
    record DecimalLiteral(BigDecimal value) implements Literal {
        public DecimalLiteral {
            Objects.requireNonNull(value, "value");
        }
    }

    /** A binary32; it compares with all columns of numbers by its exact value, NaN only with those of floating point. */
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

    /** A binary64; it compares with all columns of numbers by its exact value, NaN only with those of floating point. */
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

    /** Bytes: a text in UTF-8, a UUID in 16 bytes, anything that is ordered as unsigned bytes. */
    record BinaryLiteral(ByteString value) implements Literal {
        public BinaryLiteral {
            Objects.requireNonNull(value, "value");
        }

        /** These bytes, which must not be changed any more. */
        public static BinaryLiteral of(byte[] bytes) {
            return new BinaryLiteral(ByteString.of(bytes));
        }

        /** The text in UTF-8. */
        public static BinaryLiteral of(String text) {
            return new BinaryLiteral(ByteString.of(text));
        }
    }

    /** A day, counted from 1970-01-01. */
    record DateLiteral(int epochDay) implements Literal {
        @Override
        public LocalDate value() {
            return LocalDate.ofEpochDay(epochDay);
        }
    }

    /** A time of day. */
    record TimeLiteral(long nanoOfDay) implements Literal {
        public TimeLiteral {
            if (nanoOfDay < 0 || nanoOfDay > LocalTime.MAX.toNanoOfDay()) {
                throw new IllegalArgumentException(nanoOfDay + " nanoseconds of a day");
            }
        }

        @Override
        public LocalTime value() {
            return LocalTime.ofNanoOfDay(nanoOfDay);
        }
    }

    /**
     * A point in time, exact to the nanosecond.
     *
     * @param epochSecond seconds since 1970-01-01T00:00:00
     * @param nano nanoseconds after that, from 0 to 999,999,999
     * @param utc whether it is an instant; otherwise a local date and time, which does not compare with instants
     */
    record TimestampLiteral(long epochSecond, int nano, boolean utc) implements Literal {
        public TimestampLiteral {
            if (epochSecond < Instant.MIN.getEpochSecond() || epochSecond > Instant.MAX.getEpochSecond()) {
                throw new IllegalArgumentException(epochSecond + " seconds since 1970");
            }
            if (nano < 0 || nano > 999_999_999) {
                throw new IllegalArgumentException(nano + " nanoseconds of a second");
            }
        }

        /** Microseconds since 1970-01-01T00:00:00. */
        public static TimestampLiteral ofMicros(long micros, boolean utc) {
            return new TimestampLiteral(
                    Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1_000, utc);
        }

        /** Nanoseconds since 1970-01-01T00:00:00. */
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
