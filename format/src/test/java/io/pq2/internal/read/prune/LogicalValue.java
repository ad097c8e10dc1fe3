package io.pq2.internal.read.prune;

import io.pq2.predicate.ByteString;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/** The logical values of stored values (LogicalTypes.md), computed without the engine. */
final class LogicalValue {

    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);
    private static final long JULIAN_DAY_OF_1970 = 2_440_588;

    private LogicalValue() {}

    /** Returns the class of the values of a column. */
    static Class<? extends Comparable<?>> kind(PrimitiveField field) {
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.DateType) {
            return LocalDate.class;
        } else if (type instanceof LogicalType.TimeType) {
            return LocalTime.class;
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            return timestamp.utc() ? Instant.class : LocalDateTime.class;
        } else if (type instanceof LogicalType.DecimalType) {
            return BigDecimal.class;
        } else if (type instanceof LogicalType.Float16Type) {
            return Double.class;
        }
        return switch (field.physicalType()) {
            case BOOLEAN -> Boolean.class;
            case INT32, INT64 -> BigDecimal.class;
            case INT96 -> Instant.class;
            case FLOAT, DOUBLE -> Double.class;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ByteString.class;
        };
    }

    /**
     * Returns the logical value, or null if the stored value is invalid: a time after midnight, a decimal without
     * bytes.
     */
    static Comparable<?> of(PrimitiveField field, Object stored) {
        if (stored instanceof Boolean flag) {
            return flag;
        } else if (stored instanceof Integer || stored instanceof Long) {
            return ofInteger(field, ((Number) stored).longValue());
        } else if (stored instanceof Float number) {
            return (double) number;
        } else if (stored instanceof Double number) {
            return number;
        }
        ByteBuffer bytes = ((ByteBuffer) stored).duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Class<?> kind = kind(field);
        if (kind == Instant.class) {
            BigInteger days = BigInteger.valueOf(bytes.getInt(8) - JULIAN_DAY_OF_1970);
            return instant(days.multiply(BigInteger.valueOf(NANOS_OF_DAY)).add(BigInteger.valueOf(bytes.getLong(0))));
        } else if (kind == Double.class) {
            return float16(bytes.getShort(0) & 0xFFFF);
        }
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        if (field.logicalType() instanceof LogicalType.DecimalType decimal) {
            return array.length == 0 ? null : new BigDecimal(new BigInteger(array), decimal.scale());
        }
        return ByteString.of(array);
    }

    private static Comparable<?> ofInteger(PrimitiveField field, long value) {
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.DateType) {
            return LocalDate.ofEpochDay(value);
        } else if (type instanceof LogicalType.DecimalType decimal) {
            return new BigDecimal(BigInteger.valueOf(value), decimal.scale());
        } else if (type instanceof LogicalType.TimeType time) {
            boolean ofDay = value >= 0 && value < NANOS_OF_DAY / time.unit().nanos();
            return ofDay ? LocalTime.ofNanoOfDay(value * time.unit().nanos()) : null;
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            Instant instant = instant(BigInteger.valueOf(value)
                    .multiply(BigInteger.valueOf(timestamp.unit().nanos())));
            return timestamp.utc() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        } else if (type instanceof LogicalType.IntType integer && !integer.signed() && value < 0) {
            int width = field.physicalType() == PhysicalType.INT32 ? Integer.SIZE : Long.SIZE;
            return new BigDecimal(BigInteger.valueOf(value).add(BigInteger.ONE.shiftLeft(width)));
        }
        return BigDecimal.valueOf(value);
    }

    private static Instant instant(BigInteger nanos) {
        BigInteger nano = nanos.mod(NANOS_PER_SECOND);
        return Instant.ofEpochSecond(
                nanos.subtract(nano).divide(NANOS_PER_SECOND).longValueExact(), nano.intValue());
    }

    /** Returns the number of IEEE 754 binary16 bits. */
    private static double float16(int bits) {
        int exponent = bits >> 10 & 31;
        double fraction = (bits & 1023) / 1024.0;
        double magnitude;
        if (exponent == 31) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else {
            magnitude = exponent == 0 ? fraction * Math.pow(2, -14) : (1 + fraction) * Math.pow(2, exponent - 15);
        }
        return bits >= 0x8000 ? -magnitude : magnitude;
    }
}
