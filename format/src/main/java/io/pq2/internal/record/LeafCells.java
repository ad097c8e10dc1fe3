package io.pq2.internal.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.vector.Float16;
import io.pq2.record.Interval;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sets cells of columns to Java values: the inverse of {@link JavaValues}. */
final class LeafCells {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long SECONDS_PER_DAY = 86_400;

    private LeafCells() {}

    static void set(Cells cells, int cell, Shape.Leaf leaf, Object value) {
        try {
            switch (leaf.column().field().physicalType()) {
                case BOOLEAN -> cells.setBoolean(cell, leaf, cast(Boolean.class, leaf, value));
                case INT32 -> cells.setInt(cell, leaf, (int) number(leaf, value, Integer.SIZE));
                case INT64 -> cells.setLong(cell, leaf, number(leaf, value, Long.SIZE));
                case FLOAT -> cells.setFloat(cell, leaf, cast(Float.class, leaf, value));
                case DOUBLE ->
                    cells.setDouble(
                            cell,
                            leaf,
                            value instanceof Float narrow ? (double) narrow : cast(Double.class, leaf, value));
                case INT96 ->
                    cells.setBinary(cell, leaf, value instanceof Instant instant ? int96(instant) : bytes(leaf, value));
                case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> cells.setBinary(cell, leaf, binary(leaf, value));
            }
        } catch (ArithmeticException e) {
            throw new InvalidDataException(
                    "field " + leaf.name() + ": " + value + " does not fit, " + e.getMessage(), e);
        }
    }

    private static <T> T cast(Class<T> type, Shape.Leaf leaf, Object value) {
        if (!type.isInstance(value)) {
            throw JavaCells.refused(leaf, value);
        }
        return type.cast(value);
    }

    private static @Nullable LogicalType logical(Shape.Leaf leaf) {
        return leaf.column().field().logicalType();
    }

    /** Returns the integer that an INT32 or INT64 column stores for a value; unsigned integers keep their bits. */
    private static long number(Shape.Leaf leaf, Object value, int bits) {
        LogicalType type = logical(leaf);
        BigInteger number;
        if (type instanceof LogicalType.DecimalType decimal && value instanceof BigDecimal given) {
            number = given.setScale(decimal.scale()).unscaledValue();
        } else if (type instanceof LogicalType.DateType && value instanceof LocalDate date) {
            number = BigInteger.valueOf(date.toEpochDay());
        } else if (type instanceof LogicalType.TimeType time && value instanceof LocalTime given) {
            number = BigInteger.valueOf(exact(given.toNanoOfDay(), time.unit()));
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            number = timestamp(leaf, timestamp, value);
        } else {
            number = integer(leaf, value);
        }
        boolean unsigned = type instanceof LogicalType.IntType integer && !integer.signed();
        if (unsigned ? number.signum() < 0 || number.bitLength() > bits : number.bitLength() >= bits) {
            throw new ArithmeticException("it has more than " + bits + " bits");
        }
        return number.longValue();
    }

    private static BigInteger timestamp(Shape.Leaf leaf, LogicalType.TimestampType type, Object value) {
        Instant instant;
        if (type.utc() && value instanceof Instant given) {
            instant = given;
        } else if (!type.utc() && value instanceof LocalDateTime local) {
            instant = local.toInstant(ZoneOffset.UTC);
        } else {
            return integer(leaf, value);
        }
        long perSecond = NANOS_PER_SECOND / type.unit().nanos();
        return BigInteger.valueOf(instant.getEpochSecond())
                .multiply(BigInteger.valueOf(perSecond))
                .add(BigInteger.valueOf(exact(instant.getNano(), type.unit())));
    }

    private static long exact(long nanos, TimeUnit unit) {
        if (nanos % unit.nanos() != 0) {
            throw new ArithmeticException("it is finer than the unit " + unit);
        }
        return nanos / unit.nanos();
    }

    private static BigInteger integer(Shape.Leaf leaf, Object value) {
        if (value instanceof BigInteger big) {
            return big;
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        throw JavaCells.refused(leaf, value);
    }

    private static byte[] binary(Shape.Leaf leaf, Object value) {
        PrimitiveField field = leaf.column().field();
        LogicalType type = field.logicalType();
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        } else if (type instanceof LogicalType.DecimalType decimal && value instanceof BigDecimal given) {
            byte[] unscaled = given.setScale(decimal.scale()).unscaledValue().toByteArray();
            return field.typeLength() == 0 ? unscaled : widened(unscaled, field.typeLength());
        } else if (type instanceof LogicalType.UuidType && value instanceof UUID uuid) {
            return ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        } else if (type instanceof LogicalType.Float16Type && value instanceof Float given) {
            short bits = Float16.ofFloat(given);
            return new byte[] {(byte) bits, (byte) (bits >> 8)};
        } else if (type instanceof LogicalType.IntervalType && value instanceof Interval interval) {
            return ByteBuffer.allocate(12)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(unsigned(interval.months()))
                    .putInt(unsigned(interval.days()))
                    .putInt(unsigned(interval.millis()))
                    .array();
        }
        return bytes(leaf, value);
    }

    private static byte[] bytes(Shape.Leaf leaf, Object value) {
        return cast(byte[].class, leaf, value);
    }

    /** Extends a two's complement number to more bytes. */
    private static byte[] widened(byte[] number, int length) {
        if (number.length > length) {
            throw new ArithmeticException("it has more than " + length + " bytes");
        }
        byte[] wide = new byte[length];
        Arrays.fill(wide, 0, length - number.length, (byte) (number[0] < 0 ? -1 : 0));
        System.arraycopy(number, 0, wide, length - number.length, number.length);
        return wide;
    }

    private static int unsigned(long value) {
        if (value >>> Integer.SIZE != 0) {
            throw new ArithmeticException(value + " is not between 0 and 2^32 - 1");
        }
        return (int) value;
    }

    private static byte[] int96(Instant instant) {
        long day = Math.floorDiv(instant.getEpochSecond(), SECONDS_PER_DAY);
        long nanos = Math.floorMod(instant.getEpochSecond(), SECONDS_PER_DAY) * NANOS_PER_SECOND + instant.getNano();
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanos)
                .putInt(Math.toIntExact(day + JULIAN_DAY_OF_EPOCH))
                .array();
    }
}
