package io.pq2.internal.predicate.filter;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Literal.DateLiteral;
import io.pq2.predicate.Literal.TimeLiteral;
import io.pq2.predicate.Literal.TimestampLiteral;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The position of a literal among the integers that a column stores: unscaled decimals, days, or units of time.
 *
 * @param floor the largest integer that is at most the literal
 * @param exact whether {@code floor} represents the literal itself
 */
public record LiteralPosition(BigInteger floor, boolean exact) {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** The number of integer digits beyond which a number exceeds every column of integers. */
    private static final int MANY_DIGITS = 700;

    private static final BigInteger FAR = BigInteger.TEN.pow(MANY_DIGITS);

    /** Whether a literal and the values of a column have a common order. */
    public static boolean comparable(Literal literal, PrimitiveField field) {
        return literal.value().getClass() == valueClass(field);
    }

    /** Returns the class of a column's values, see {@link io.pq2.internal.statistics.MinMaxDecoder}. */
    public static Class<?> valueClass(PrimitiveField field) {
        LogicalType type = field.logicalType();
        return switch (field.physicalType()) {
            case BOOLEAN -> Boolean.class;
            case INT32 -> type instanceof LogicalType.DateType ? LocalDate.class : ofNumber(type);
            case INT64 ->
                type instanceof LogicalType.TimestampType timestamp
                        ? timestamp.utc() ? Instant.class : LocalDateTime.class
                        : ofNumber(type);
            case INT96 -> Instant.class;
            case FLOAT, DOUBLE -> Double.class;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                if (type instanceof LogicalType.Float16Type) {
                    yield Double.class;
                }
                yield type instanceof LogicalType.DecimalType ? BigDecimal.class : ByteString.class;
            }
        };
    }

    private static Class<?> ofNumber(@Nullable LogicalType type) {
        return type instanceof LogicalType.TimeType ? LocalTime.class : BigDecimal.class;
    }

    /**
     * Returns the position of a literal that is comparable with the column. The column stores integers or decimals,
     * but not INT96.
     */
    public static LiteralPosition of(Literal literal, PrimitiveField field) {
        LogicalType type = field.logicalType();
        if (literal instanceof DateLiteral date) {
            return new LiteralPosition(BigInteger.valueOf(date.epochDay()), true);
        } else if (literal instanceof TimeLiteral time) {
            long unit =
                    ((LogicalType.TimeType) Objects.requireNonNull(type)).unit().nanos();
            return of(BigInteger.valueOf(time.nanoOfDay()), unit);
        } else if (literal instanceof TimestampLiteral timestamp) {
            BigInteger nanos = BigInteger.valueOf(timestamp.epochSecond())
                    .multiply(BigInteger.valueOf(NANOS_PER_SECOND))
                    .add(BigInteger.valueOf(timestamp.nano()));
            return of(
                    nanos,
                    ((LogicalType.TimestampType) Objects.requireNonNull(type))
                            .unit()
                            .nanos());
        }
        return of((BigDecimal) literal.value(), type instanceof LogicalType.DecimalType decimal ? decimal.scale() : 0);
    }

    private static LiteralPosition of(BigInteger nanos, long unit) {
        BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(unit));
        boolean exact = parts[1].signum() == 0;
        return new LiteralPosition(parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0], exact);
    }

    /** Returns the position of a number. Numbers with excessively many digits are not expanded. */
    private static LiteralPosition of(BigDecimal number, int scale) {
        long digits = (long) number.precision() - number.scale() + scale;
        if (number.signum() == 0) {
            return new LiteralPosition(BigInteger.ZERO, true);
        } else if (digits > MANY_DIGITS) {
            return new LiteralPosition(number.signum() < 0 ? FAR.negate() : FAR, false);
        } else if (digits < 0) {
            return new LiteralPosition(number.signum() < 0 ? BigInteger.ONE.negate() : BigInteger.ZERO, false);
        }
        BigDecimal unscaled = number.scaleByPowerOfTen(scale);
        BigInteger floor = unscaled.setScale(0, RoundingMode.FLOOR).toBigInteger();
        return new LiteralPosition(floor, unscaled.compareTo(new BigDecimal(floor)) == 0);
    }

    /** Returns the largest integer less than the literal. */
    BigInteger below() {
        return exact ? floor.subtract(BigInteger.ONE) : floor;
    }

    /** Whether a physical type stores integers of fixed width. */
    static boolean isInteger(PhysicalType type) {
        return type == PhysicalType.INT32 || type == PhysicalType.INT64;
    }

    /** Whether the column is an INT64. */
    public static boolean isWide(PrimitiveField field) {
        return field.physicalType() == PhysicalType.INT64;
    }

    /** Returns {@link #floor} in big-endian two's complement of a given width, in which it fits. */
    public byte[] fixedBytes(int width) {
        byte[] minimal = floor.toByteArray();
        byte[] bytes = new byte[width];
        Arrays.fill(bytes, (byte) (floor.signum() < 0 ? -1 : 0));
        System.arraycopy(minimal, 0, bytes, width - minimal.length, minimal.length);
        return bytes;
    }

    /** Returns the smallest integer that an INT32 or INT64 column stores. */
    static BigInteger minStored(PrimitiveField field) {
        boolean wide = field.physicalType() == PhysicalType.INT64;
        return isUnsigned(field)
                ? BigInteger.ZERO
                : BigInteger.ONE.shiftLeft(wide ? 63 : 31).negate();
    }

    /** Returns the largest integer that an INT32 or INT64 column stores. */
    static BigInteger maxStored(PrimitiveField field) {
        int bits = isWide(field) ? 64 : 32;
        return BigInteger.ONE.shiftLeft(isUnsigned(field) ? bits : bits - 1).subtract(BigInteger.ONE);
    }

    private static boolean isUnsigned(PrimitiveField field) {
        return field.logicalType() instanceof LogicalType.IntType type && !type.signed();
    }

    /** Returns the integer that represents the literal in an INT32 or INT64 column; absent when none does. */
    public @Nullable BigInteger stored(PrimitiveField field) {
        boolean inRange = floor.compareTo(minStored(field)) >= 0 && floor.compareTo(maxStored(field)) <= 0;
        return exact && inRange ? floor : null;
    }
}
