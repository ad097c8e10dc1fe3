package io.pq2.spark.internal.columns.row;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.variant.VariantType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.jspecify.annotations.Nullable;

/** Chooses how encoded values become values of Spark's types, where Spark's cast is simple. */
final class EncodedAppenders {

    private static final int MAX_DIGITS_4 = 9;
    private static final int MAX_DIGITS_8 = 18;
    private static final long[] POWERS_OF_TEN = new long[MAX_DIGITS_8 + 1];

    static {
        POWERS_OF_TEN[0] = 1;
        for (int i = 1; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = 10 * POWERS_OF_TEN[i - 1];
        }
    }

    private EncodedAppenders() {}

    /** Returns the conversion to a type; null if Spark's casts to it are never simple. */
    static @Nullable EncodedAppender of(DataType type) {
        if (type.equals(DataTypes.StringType)) {
            return EncodedAppenders::appendText;
        } else if (isInteger(type)) {
            return (value, column) -> isInteger(value.type()) && appendInteger(value.number(), type, column);
        } else if (type instanceof DoubleType) {
            return EncodedAppenders::appendDouble;
        } else if (type instanceof DecimalType decimal && decimal.precision() <= Decimal.MAX_LONG_DIGITS()) {
            return (value, column) -> appendDecimal(value, decimal, column);
        } else if (type.equals(DataTypes.BooleanType)) {
            return (value, column) -> {
                if (value.type() != VariantType.BOOLEAN) {
                    return false;
                }
                column.appendBoolean(value.isTrue());
                return true;
            };
        } else if (type.equals(DataTypes.DateType)) {
            return (value, column) -> {
                if (value.type() != VariantType.DATE) {
                    return false;
                }
                column.appendInt((int) value.number());
                return true;
            };
        } else if (type.equals(DataTypes.TimestampType)) {
            return (value, column) -> value.type() == VariantType.TIMESTAMP && appendLong(value, column);
        } else if (type.equals(DataTypes.TimestampNTZType)) {
            return (value, column) -> value.type() == VariantType.TIMESTAMP_NTZ && appendLong(value, column);
        }
        return null;
    }

    /** Whether {@link #appendInteger} appends values of a type. */
    static boolean isInteger(DataType type) {
        return type instanceof LongType
                || type instanceof IntegerType
                || type instanceof ShortType
                || type instanceof ByteType;
    }

    private static boolean isInteger(VariantType type) {
        return type == VariantType.INT8
                || type == VariantType.INT16
                || type == VariantType.INT32
                || type == VariantType.INT64;
    }

    private static boolean appendLong(EncodedValue value, WritableColumnVector column) {
        column.appendLong(value.number());
        return true;
    }

    private static boolean appendText(EncodedValue value, WritableColumnVector column) {
        if (isInteger(value.type())) {
            byte[] digits = Long.toString(value.number()).getBytes(StandardCharsets.US_ASCII);
            column.appendByteArray(digits, 0, digits.length);
            return true;
        }
        if (value.type() != VariantType.STRING) {
            return false;
        }
        byte[] bytes = value.bytes();
        int start = value.payload();
        int length = value.payloadSize();
        for (int i = start; i < start + length; i++) {
            if (bytes[i] < 0) {
                // Java replaces bytes that are not UTF-8.
                byte[] text = new String(bytes, start, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
                column.appendByteArray(text, 0, text.length);
                return true;
            }
        }
        column.appendByteArray(bytes, start, length);
        return true;
    }

    /** Appends a number. Returns false if the type does not have it. */
    static boolean appendInteger(long value, DataType type, WritableColumnVector column) {
        if (type instanceof LongType) {
            column.appendLong(value);
        } else if (type instanceof IntegerType && value == (int) value) {
            column.appendInt((int) value);
        } else if (type instanceof ShortType && value == (short) value) {
            column.appendShort((short) value);
        } else if (type instanceof ByteType && value == (byte) value) {
            column.appendByte((byte) value);
        } else {
            return false;
        }
        return true;
    }

    private static boolean appendDouble(EncodedValue value, WritableColumnVector column) {
        if (value.type() == VariantType.DOUBLE) {
            column.appendDouble(Double.longBitsToDouble(value.number()));
        } else if (isInteger(value.type())) {
            column.appendDouble((double) value.number());
        } else if (isValidDecimal(value)) {
            column.appendDouble(
                    BigDecimal.valueOf(unscaled(value), value.scale()).doubleValue());
        } else {
            return false;
        }
        return true;
    }

    /** Whether a value is a decimal of up to 18 digits that Spark accepts. */
    private static boolean isValidDecimal(EncodedValue value) {
        if (value.type() != VariantType.DECIMAL4 && value.type() != VariantType.DECIMAL8) {
            return false;
        }
        int digits = value.type() == VariantType.DECIMAL4 ? MAX_DIGITS_4 : MAX_DIGITS_8;
        return value.scale() <= digits && isBelow(unscaled(value), POWERS_OF_TEN[digits]);
    }

    /** Returns the unscaled value of a DECIMAL4 or DECIMAL8, which follows the byte of its scale. */
    private static long unscaled(EncodedValue decimal) {
        int at = decimal.payload() + 1;
        return decimal.type() == VariantType.DECIMAL4
                ? LittleEndian.getInt(decimal.bytes(), at)
                : LittleEndian.getLong(decimal.bytes(), at);
    }

    private static boolean isBelow(long value, long limit) {
        return value > -limit && value < limit;
    }

    /** Appends a number whose digits fit, so that nothing is rounded. */
    private static boolean appendDecimal(EncodedValue value, DecimalType type, WritableColumnVector column) {
        boolean isDecimal = isValidDecimal(value);
        if (!isDecimal && !isInteger(value.type())) {
            return false;
        }
        long unscaled = isDecimal ? unscaled(value) : value.number();
        int zeros = type.scale() - (isDecimal ? value.scale() : 0);
        return appendUnscaled(unscaled, type, zeros, column);
    }

    /**
     * Appends a decimal of up to 18 digits. Returns false if the type does not have it.
     *
     * @param value the unscaled value
     * @param zeros the number of zeros to append to it
     */
    static boolean appendUnscaled(long value, DecimalType type, int zeros, WritableColumnVector column) {
        // The limit of the precision, before the zeros are appended.
        if (zeros < 0 || zeros > type.precision() || !isBelow(value, POWERS_OF_TEN[type.precision() - zeros])) {
            return false;
        }
        long result = value * POWERS_OF_TEN[zeros];
        if (type.precision() <= Decimal.MAX_INT_DIGITS()) {
            column.appendInt((int) result);
        } else {
            column.appendLong(result);
        }
        return true;
    }
}
