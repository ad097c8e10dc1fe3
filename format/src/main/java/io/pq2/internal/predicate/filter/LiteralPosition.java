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

/**
 * Where a literal lies among the integers by which a column stores its values: unscaled decimals, days, units of time.
 *
 * @param floor the greatest integer that is not above the literal
 * @param exact whether that integer stands for the literal itself
 */
public record LiteralPosition(BigInteger floor, boolean exact) {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** Digits before the point beyond which a number is out of reach of each column of integers. */
    private static final int MANY_DIGITS = 700;

    private static final BigInteger FAR = BigInteger.TEN.pow(MANY_DIGITS);

    /** Whether literals of a kind and values of a column have one order; if not, it is not for us to say how they compare. */
    public static boolean comparable(Literal literal, PrimitiveField field) {
        return literal.value().getClass() == valueClass(field);
    }

    /** The class of a column's values, see {@link io.pq2.internal.statistics.MinMaxDecoder}. */
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

    private static Class<?> ofNumber(LogicalType type) {
        return type instanceof LogicalType.TimeType ? LocalTime.class : BigDecimal.class;
    }

    /** Of a literal that is comparable with a column of integers or decimals; not for INT96. */
    public static LiteralPosition of(Literal literal, PrimitiveField field) {
        LogicalType type = field.logicalType();
        if (literal instanceof DateLiteral date) {
            return new LiteralPosition(BigInteger.valueOf(date.epochDay()), true);
        } else if (literal instanceof TimeLiteral time) {
            long unit = ((LogicalType.TimeType) type).unit().nanos();
            return of(BigInteger.valueOf(time.nanoOfDay()), unit);
        } else if (literal instanceof TimestampLiteral timestamp) {
            BigInteger nanos = BigInteger.valueOf(timestamp.epochSecond())
                    .multiply(BigInteger.valueOf(NANOS_PER_SECOND))
                    .add(BigInteger.valueOf(timestamp.nano()));
            return of(nanos, ((LogicalType.TimestampType) type).unit().nanos());
        }
        return of((BigDecimal) literal.value(), type instanceof LogicalType.DecimalType decimal ? decimal.scale() : 0);
    }

    private static LiteralPosition of(BigInteger nanos, long unit) {
        BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(unit));
        boolean exact = parts[1].signum() == 0;
        return new LiteralPosition(parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0], exact);
    }

    /** Numbers of more digits than anybody has are not multiplied out. */
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

    /** The greatest integer below the literal. */
    BigInteger below() {
        return exact ? floor.subtract(BigInteger.ONE) : floor;
    }

    /** Whether a column of a type stores integers of a fixed range. */
    static boolean isInteger(PhysicalType type) {
        return type == PhysicalType.INT32 || type == PhysicalType.INT64;
    }

    public static boolean isWide(PrimitiveField field) {
        return field.physicalType() == PhysicalType.INT64;
    }

    /** The greatest integer not above the literal as big-endian two's complement of a width in which it fits. */
    public byte[] fixedBytes(int width) {
        byte[] minimal = floor.toByteArray();
        byte[] bytes = new byte[width];
        Arrays.fill(bytes, (byte) (floor.signum() < 0 ? -1 : 0));
        System.arraycopy(minimal, 0, bytes, width - minimal.length, minimal.length);
        return bytes;
    }

    /** The least integer that a column of type INT32 or INT64 stores. */
    static BigInteger least(PrimitiveField field) {
        boolean wide = field.physicalType() == PhysicalType.INT64;
        return isUnsigned(field)
                ? BigInteger.ZERO
                : BigInteger.ONE.shiftLeft(wide ? 63 : 31).negate();
    }

    /** The greatest integer that a column of type INT32 or INT64 stores. */
    static BigInteger greatest(PrimitiveField field) {
        int bits = isWide(field) ? 64 : 32;
        return BigInteger.ONE.shiftLeft(isUnsigned(field) ? bits : bits - 1).subtract(BigInteger.ONE);
    }

    private static boolean isUnsigned(PrimitiveField field) {
        return field.logicalType() instanceof LogicalType.IntType type && !type.signed();
    }

    /** The integer that stands for the literal in a column of type INT32 or INT64, null if there is none. */
    public BigInteger stored(PrimitiveField field) {
        boolean inRange = floor.compareTo(least(field)) >= 0 && floor.compareTo(greatest(field)) <= 0;
        return exact && inRange ? floor : null;
    }
}
