package io.pq2.spark.internal.estimate;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/** Converts min and max to the values that Spark's column statistics have. Other values and types have none. */
final class SparkValues {

    /** The first day whose date is the same in the hybrid calendar of old files. */
    private static final LocalDate GREGORIAN = LocalDate.of(1582, 10, 15);

    /** Timestamps before may be in a zone that had another offset. */
    private static final Instant SAME_ZONES = Instant.parse("1900-01-02T00:00:00Z");

    private SparkValues() {}

    /** Returns a value as Spark represents it internally; null if it has no place in column statistics. */
    static @Nullable Object of(@Nullable Object value, DataType type) {
        if (value instanceof BigDecimal number) {
            return ofNumber(number, type);
        }
        if (value instanceof Double number) {
            // Spark computes with decimals, which have no such number.
            if (!Double.isFinite(number)) {
                return null;
            }
            return type instanceof DoubleType
                    ? number
                    : type instanceof FloatType ? (Object) number.floatValue() : null;
        }
        if (value instanceof LocalDate date) {
            return type instanceof DateType && !date.isBefore(GREGORIAN) ? (Object) (int) date.toEpochDay() : null;
        }
        if (value instanceof Instant instant) {
            return type instanceof TimestampType && !instant.isBefore(SAME_ZONES) ? micros(instant) : null;
        }
        if (value instanceof LocalDateTime local) {
            Instant instant = local.toInstant(ZoneOffset.UTC);
            return type instanceof TimestampNTZType && !instant.isBefore(SAME_ZONES) ? micros(instant) : null;
        }
        return value instanceof Boolean && type instanceof BooleanType ? value : null;
    }

    private static @Nullable Object ofNumber(BigDecimal number, DataType type) {
        if (type instanceof DecimalType decimal) {
            return number.scale() <= decimal.scale() && number.precision() <= decimal.precision()
                    ? Decimal.apply(number, decimal.precision(), decimal.scale())
                    : null;
        }
        if (number.stripTrailingZeros().scale() > 0 || number.toBigInteger().bitLength() >= Long.SIZE) {
            return null;
        }
        long integer = number.longValue();
        if (type instanceof LongType) {
            return integer;
        }
        if (type instanceof IntegerType && (int) integer == integer) {
            return (int) integer;
        }
        if (type instanceof ShortType && (short) integer == integer) {
            return (short) integer;
        }
        return type instanceof ByteType && (byte) integer == integer ? (Object) (byte) integer : null;
    }

    private static @Nullable Object micros(Instant instant) {
        return instant.isAfter(Instant.ofEpochSecond(Long.MAX_VALUE / 1_000_000))
                ? null
                : (Object) ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    /** Compares two values of the same type. */
    @SuppressWarnings("unchecked") // All values of a type have the same comparable class.
    static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** Returns the number of values between two values, both included; infinite for other types than integers. */
    static double countBetween(Object min, Object max) {
        if (min instanceof Boolean) {
            return min.equals(max) ? 1 : 2;
        }
        return min instanceof Number low
                        && max instanceof Number high
                        && !(min instanceof Float || min instanceof Double)
                ? high.doubleValue() - low.doubleValue() + 1
                : Double.POSITIVE_INFINITY;
    }
}
