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
import org.jspecify.annotations.Nullable;

/**
 * Decodes the min/max values of a column in statistics and column indexes into objects whose natural order is the
 * order of the column.
 *
 * <p>The classes of the objects: {@link Boolean}; {@link BigDecimal} for integers and decimals; {@link Double} for
 * floating-point types, never NaN and never -0; {@link LocalDate}; {@link LocalTime}; {@link Instant} for INT96 and
 * timestamps adjusted to UTC, {@link LocalDateTime} for other timestamps; {@link ByteString} for all types that are
 * ordered by unsigned bytes.
 */
public final class MinMaxDecoder {

    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

    /** The limit on the length of decimals, which keeps arithmetic with them fast. */
    private static final int MAX_DECIMAL_BYTES = 256;

    private final PhysicalType physicalType;
    private final @Nullable LogicalType logicalType;

    private MinMaxDecoder(PrimitiveField field) {
        this.physicalType = field.physicalType();
        this.logicalType = field.logicalType();
    }

    /** Returns a decoder for the values of a column, whether or not its type has an order. */
    public static MinMaxDecoder ofValues(PrimitiveField field) {
        return new MinMaxDecoder(field);
    }

    /**
     * Returns a decoder for {@code min_value} and {@code max_value}, and for the min/max values of a column index.
     *
     * @param order the column's order; absent when the file has no {@code column_orders}
     * @return absent when such values have no defined order
     */
    public static @Nullable MinMaxDecoder of(Column column, @Nullable ColumnOrder order) {
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

    /** Returns a decoder for the deprecated {@code min} and {@code max}; absent when the type has no order. */
    public static @Nullable MinMaxDecoder ofDeprecated(Column column) {
        MinMaxDecoder decoder = new MinMaxDecoder(column.field());
        return decoder.hasTypeOrder() ? decoder : null;
    }

    /** Whether the type has NaN: FLOAT16, FLOAT or DOUBLE. */
    public boolean isFloating() {
        return isFloating(physicalType, logicalType);
    }

    /** Whether a type has NaN: FLOAT16, FLOAT or DOUBLE. */
    public static boolean isFloating(PhysicalType physicalType, @Nullable LogicalType logicalType) {
        return physicalType == PhysicalType.FLOAT
                || physicalType == PhysicalType.DOUBLE
                || logicalType instanceof LogicalType.Float16Type;
    }

    /**
     * Whether the type's order is that of signed numbers, which the deprecated {@code min} and {@code max} always
     * follow.
     */
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

    /**
     * Decodes a value in the PLAIN encoding, BYTE_ARRAY without its length; absent when it is no value of the column,
     * or NaN.
     */
    public @Nullable Comparable<?> decode(byte[] plain) {
        return switch (physicalType) {
            case BOOLEAN -> plain.length == 1 && (plain[0] & ~1) == 0 ? plain[0] == 1 : null;
            case INT32 -> plain.length == 4 ? ofInt(LittleEndian.getInt(plain, 0)) : null;
            case INT64 -> plain.length == 8 ? ofLong(LittleEndian.getLong(plain, 0)) : null;
            case INT96 ->
                plain.length == 12 ? ofInt96(LittleEndian.getLong(plain, 0), LittleEndian.getInt(plain, 8)) : null;
            case FLOAT -> plain.length == 4 ? ofDouble(Float.intBitsToFloat(LittleEndian.getInt(plain, 0))) : null;
            case DOUBLE -> plain.length == 8 ? ofDouble(Double.longBitsToDouble(LittleEndian.getLong(plain, 0))) : null;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ofBytes(plain);
        };
    }

    /** Converts an INT32; absent when it is outside the range of the logical type. */
    public @Nullable Comparable<?> ofInt(int value) {
        if (logicalType instanceof LogicalType.DateType) {
            return LocalDate.ofEpochDay(value);
        } else if (logicalType instanceof LogicalType.IntType type && !type.signed()) {
            return BigDecimal.valueOf(Integer.toUnsignedLong(value));
        }
        return ofSignedNumber(value);
    }

    /** Converts an INT64; absent when it is outside the range of the logical type. */
    public @Nullable Comparable<?> ofLong(long value) {
        if (logicalType instanceof LogicalType.TimestampType type) {
            return ofTimestamp(value, type);
        } else if (logicalType instanceof LogicalType.IntType type && !type.signed() && value < 0) {
            return new BigDecimal(BigInteger.valueOf(value).add(TWO_TO_64));
        }
        return ofSignedNumber(value);
    }

    private @Nullable Comparable<?> ofSignedNumber(long value) {
        if (logicalType instanceof LogicalType.DecimalType type) {
            return BigDecimal.valueOf(value, type.scale());
        } else if (logicalType instanceof LogicalType.TimeType type) {
            return ofTime(value, type.unit().nanos());
        }
        return BigDecimal.valueOf(value);
    }

    /** Converts a time; absent unless it is within a day. */
    private static @Nullable LocalTime ofTime(long value, long nanosPerUnit) {
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

    /** Converts a copy of the bytes; absent when they are no value of the column, or NaN. */
    public @Nullable Comparable<?> ofBytes(byte[] bytes, int start, int length) {
        return decode(Arrays.copyOfRange(bytes, start, start + length));
    }

    /** Converts an INT96 timestamp; absent when it is outside the range of {@link Instant}. */
    public static @Nullable Instant ofInt96(long nanos, int julianDay) {
        try {
            return Instant.ofEpochSecond((julianDay - JULIAN_DAY_OF_EPOCH) * 86_400, nanos);
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    static @Nullable Double ofDouble(double value) {
        return Double.isNaN(value) ? null : value + 0.0; // -0 becomes +0
    }

    private @Nullable Comparable<?> ofBytes(byte[] plain) {
        if (logicalType instanceof LogicalType.DecimalType type) {
            return plain.length == 0 || plain.length > MAX_DECIMAL_BYTES
                    ? null
                    : new BigDecimal(new BigInteger(plain), type.scale());
        } else if (logicalType instanceof LogicalType.Float16Type) {
            return plain.length == Float16.BYTES ? ofDouble(Float16.read(plain, 0)) : null;
        }
        return ByteString.of(plain);
    }
}
