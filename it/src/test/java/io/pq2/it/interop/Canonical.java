package io.pq2.it.interop;

import io.pq2.schema.LogicalType;
import io.pq2.schema.LogicalType.DecimalType;
import io.pq2.schema.LogicalType.IntType;
import io.pq2.schema.LogicalType.TimeType;
import io.pq2.schema.LogicalType.TimestampType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Formats values of all readers as text for comparison. Different values of a type have different texts, also NaNs with
 * different bits, except those of FLOAT16, which readers widen. Strings, JSON and similar types are formatted as bytes.
 */
final class Canonical {

    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;

    private Canonical() {}

    /** Formats a value as the file stores it. */
    static String of(LeafType leaf, Object stored) {
        return switch (leaf.physicalType()) {
            case BOOLEAN -> stored.toString();
            case INT32 -> ofNumber(leaf.logicalType(), (int) stored, Integer.toUnsignedLong((int) stored));
            case INT64 -> ofNumber(leaf.logicalType(), (long) stored, (long) stored);
            case FLOAT -> of((float) stored);
            case DOUBLE -> of((double) stored);
            case INT96 -> ofInt96((byte[]) stored);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ofBytes(leaf.logicalType(), (byte[]) stored);
        };
    }

    private static String ofNumber(LogicalType type, long value, long unsigned) {
        if (type instanceof IntType integer && !integer.signed()) {
            return Long.toUnsignedString(unsigned);
        } else if (type instanceof DecimalType decimal) {
            return of(BigDecimal.valueOf(value, decimal.scale()));
        } else if (type instanceof LogicalType.DateType) {
            return date(value);
        } else if (type instanceof TimeType time) {
            return nanos(value, time.unit().nanos());
        } else if (type instanceof TimestampType timestamp) {
            return nanos(value, timestamp.unit().nanos());
        }
        return Long.toString(value);
    }

    private static String ofBytes(LogicalType type, byte[] value) {
        if (type instanceof DecimalType decimal) {
            return of(new BigDecimal(new BigInteger(value), decimal.scale()));
        } else if (type instanceof LogicalType.UuidType) {
            ByteBuffer bytes = ByteBuffer.wrap(value);
            return new UUID(bytes.getLong(), bytes.getLong()).toString();
        } else if (type instanceof LogicalType.IntervalType) {
            ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
            return interval(bytes.getInt(), bytes.getInt(), bytes.getInt());
        } else if (type instanceof LogicalType.Float16Type) {
            return ofHalf(ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getShort());
        }
        return of(value);
    }

    /** Formats an INT96: nanoseconds of the day and a Julian day. */
    static String ofInt96(byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        BigInteger nanos = BigInteger.valueOf(bytes.getLong());
        BigInteger days = BigInteger.valueOf(bytes.getInt() - JULIAN_DAY_OF_EPOCH);
        return days.multiply(BigInteger.valueOf(NANOS_PER_DAY)).add(nanos).toString();
    }

    static String of(byte[] value) {
        return HexFormat.of().formatHex(value);
    }

    static String of(BigDecimal value) {
        return value.toPlainString();
    }

    static String of(float value) {
        return value + " " + Integer.toHexString(Float.floatToRawIntBits(value));
    }

    static String of(double value) {
        return value + " " + Long.toHexString(Double.doubleToRawLongBits(value));
    }

    /** Formats a FLOAT16 from its bits. */
    static String ofHalf(short bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        double magnitude = switch (exponent) {
            case 0 -> Math.scalb((double) fraction, -24);
            case 0x1f -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
            default -> Math.scalb(1 + fraction / 1024.0, exponent - 15);
        };
        return ofWidenedHalf((float) (bits < 0 ? -magnitude : magnitude));
    }

    /** Formats a FLOAT16 that the reader has widened to a float. */
    static String ofWidenedHalf(float value) {
        return Float.isNaN(value) ? "NaN" : of(value);
    }

    static String date(long epochDay) {
        return LocalDate.ofEpochDay(epochDay).toString();
    }

    /** Formats a time or timestamp whose unit is a number of nanoseconds. */
    static String nanos(long count, long nanosPerUnit) {
        return BigInteger.valueOf(count)
                .multiply(BigInteger.valueOf(nanosPerUnit))
                .toString();
    }

    static String interval(long months, long days, long millis) {
        return months + " months " + days + " days " + millis + " ms";
    }
}
