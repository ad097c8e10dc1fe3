package io.pq2.internal.statistics;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.vector.Float16;
import io.pq2.metadata.ColumnOrder;
import io.pq2.predicate.ByteString;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * Turns bounds of a column, as they stand in statistics and page indexes, into values that compare as the column's order says.
 *
 * <p>The values' classes: {@link Boolean}; {@link BigDecimal} for integers and decimals; {@link Double} for all floating point
 * types, never NaN and never -0; {@link LocalDate}; {@link LocalTime}; {@link Instant} for timestamps in UTC and INT96, {@link
 * LocalDateTime} for local ones; {@link ByteString} for all that is ordered as bytes.
 */
public final class MinMaxDecoder {

    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

    /** Longer decimals than anybody has, which would make arithmetic with them slow. */
    private static final int MAX_DECIMAL_BYTES = 256;

    private final PhysicalType physicalType;
    private final LogicalType logicalType;

    private MinMaxDecoder(PrimitiveField field) {
        this.physicalType = field.physicalType();
        this.logicalType = field.logicalType();
    }

    /** A decoder for the values of a column, whether or not its type has bounds. */
    public static MinMaxDecoder ofValues(PrimitiveField field) {
        return new MinMaxDecoder(field);
    }

    /**
     * A decoder for {@code min_value} and {@code max_value} or the bounds of a column index.
     *
     * @param order the column's order, null if the file has no {@code column_orders}
     * @return null if such bounds mean nothing
     */
    public static MinMaxDecoder of(Column column, ColumnOrder order) {
        MinMaxDecoder decoder = new MinMaxDecoder(column.field());
        boolean usable;
        if (order == null) {
            usable = decoder.isSigned();
        } else {
            usable = switch (order) {
                case TYPE_ORDER -> decoder.hasTypeOrder();
                case IEEE_754_TOTAL_ORDER -> decoder.isFloating();
                case INT96_TIMESTAMP_ORDER -> decoder.physicalType == PhysicalType.INT96;
                case UNKNOWN -> false;
            };
        }
        return usable ? decoder : null;
    }

    /** A decoder for the deprecated {@code min} and {@code max}, null if they can mean nothing. */
    public static MinMaxDecoder ofDeprecated(Column column) {
        MinMaxDecoder decoder = new MinMaxDecoder(column.field());
        return decoder.hasTypeOrder() ? decoder : null;
    }

    /** Whether values may be NaN. */
    public boolean isFloating() {
        return isFloating(physicalType, logicalType);
    }

    public static boolean isFloating(PhysicalType physicalType, LogicalType logicalType) {
        return physicalType == PhysicalType.FLOAT
                || physicalType == PhysicalType.DOUBLE
                || logicalType instanceof LogicalType.Float16Type;
    }

    /** Whether the type's order is that of signed numbers, which {@code min} and {@code max} always followed. */
    public boolean isSigned() {
        boolean unsigned = logicalType instanceof LogicalType.IntType type && !type.signed();
        boolean number = switch (physicalType) {
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> true;
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
        };
        return number && !unsigned && hasTypeOrder();
    }

    private boolean hasTypeOrder() {
        boolean undefined = logicalType instanceof LogicalType.IntervalType
                || logicalType instanceof LogicalType.GeometryType
                || logicalType instanceof LogicalType.GeographyType
                || logicalType instanceof LogicalType.UnknownType
                || logicalType instanceof LogicalType.UnrecognizedType;
        return !undefined && physicalType != PhysicalType.INT96;
    }

    /** The value of a bound, null if the bytes are no value of the column or are NaN. */
    public Comparable<?> decode(byte[] bound) {
        return switch (physicalType) {
            case BOOLEAN -> bound.length == 1 && (bound[0] & ~1) == 0 ? bound[0] == 1 : null;
            case INT32 -> bound.length == 4 ? ofInt(LittleEndian.getInt(bound, 0)) : null;
            case INT64 -> bound.length == 8 ? ofLong(LittleEndian.getLong(bound, 0)) : null;
            case INT96 -> bound.length == 12 ? ofInt96(LittleEndian.getLong(bound, 0), LittleEndian.getInt(bound, 8)) : null;
            case FLOAT -> bound.length == 4 ? ofDouble(Float.intBitsToFloat(LittleEndian.getInt(bound, 0))) : null;
            case DOUBLE -> bound.length == 8 ? ofDouble(Double.longBitsToDouble(LittleEndian.getLong(bound, 0))) : null;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ofBytes(bound);
        };
    }

    /** The value that an INT32 stands for, null if it is none. */
    public Comparable<?> ofInt(int value) {
        if (logicalType instanceof LogicalType.DateType) {
            return LocalDate.ofEpochDay(value);
        } else if (logicalType instanceof LogicalType.IntType type && !type.signed()) {
            return BigDecimal.valueOf(Integer.toUnsignedLong(value));
        }
        return ofSignedNumber(value);
    }

    /** The value that an INT64 stands for, null if it is none. */
    public Comparable<?> ofLong(long value) {
        if (logicalType instanceof LogicalType.TimestampType type) {
            return ofTimestamp(value, type);
        } else if (logicalType instanceof LogicalType.IntType type && !type.signed() && value < 0) {
            return new BigDecimal(BigInteger.valueOf(value).add(TWO_TO_64));
        }
        return ofSignedNumber(value);
    }

    private Comparable<?> ofSignedNumber(long value) {
        if (logicalType instanceof LogicalType.DecimalType type) {
            return BigDecimal.valueOf(value, type.scale());
        } else if (logicalType instanceof LogicalType.TimeType type) {
            return ofTime(value, type.unit().nanos());
        }
        return BigDecimal.valueOf(value);
    }

    /** A time must lie within a day; what a bound beyond it would mean nobody knows. */
    private static LocalTime ofTime(long value, long nanosPerUnit) {
        return value < 0 || value >= 86_400 * (NANOS_PER_SECOND / nanosPerUnit)
                ? null
                : LocalTime.ofNanoOfDay(value * nanosPerUnit);
    }

    private static Comparable<?> ofTimestamp(long value, LogicalType.TimestampType type) {
        long perSecond = NANOS_PER_SECOND / type.unit().nanos();
        long second = Math.floorDiv(value, perSecond);
        int nano = (int) (Math.floorMod(value, perSecond) * type.unit().nanos());
        return type.utc()
                ? Instant.ofEpochSecond(second, nano)
                : LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);
    }

    /** The value that bytes stand for, which are copied; null if they are none or NaN. */
    public Comparable<?> ofBytes(byte[] bytes, int start, int length) {
        return decode(Arrays.copyOfRange(bytes, start, start + length));
    }

    /** The instant that an INT96 stands for, null if it is beyond those that {@link Instant} has. */
    public static Instant ofInt96(long nanos, int julianDay) {
        try {
            return Instant.ofEpochSecond((julianDay - JULIAN_DAY_OF_EPOCH) * 86_400, nanos);
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    private static Double ofDouble(double value) {
        return Double.isNaN(value) ? null : value + 0.0; // -0 becomes +0
    }

    private Comparable<?> ofBytes(byte[] bound) {
        if (logicalType instanceof LogicalType.DecimalType type) {
            return bound.length == 0 || bound.length > MAX_DECIMAL_BYTES
                    ? null
                    : new BigDecimal(new BigInteger(bound), type.scale());
        } else if (logicalType instanceof LogicalType.Float16Type) {
            return bound.length == Float16.BYTES ? ofDouble(Float16.read(bound, 0)) : null;
        }
        return ByteString.of(bound);
    }
}
