package io.pq2.write;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The orders of ColumnOrder in parquet.thrift for values of {@link TestRows}, implemented independently of the writer.
 */
final class ReferenceOrder {

    private ReferenceOrder() {}

    static boolean isFloating(PrimitiveField field) {
        return field.physicalType() == PhysicalType.FLOAT
                || field.physicalType() == PhysicalType.DOUBLE
                || field.logicalType() instanceof LogicalType.Float16Type;
    }

    static boolean isNan(PrimitiveField field, Object value) {
        return isFloating(field) && Double.isNaN(number(value));
    }

    private static double number(Object value) {
        return value instanceof ByteBuffer ? float16(bytes(value)) : ((Number) value).doubleValue();
    }

    private static double float16(byte[] bytes) {
        int bits = bytes[0] & 0xFF | (bytes[1] & 0xFF) << 8;
        int exponent = bits >> 10 & 31;
        int mantissa = bits & 1023;
        double magnitude = exponent == 31
                ? (mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
                : exponent == 0 ? mantissa * 0x1p-24 : (1024 + mantissa) * Math.pow(2, exponent - 25);
        return (bits & 0x8000) != 0 ? -magnitude : magnitude;
    }

    /** Returns the order of TYPE_ORDER. */
    static Comparator<Object> order(PrimitiveField field) {
        boolean unsigned = field.logicalType() instanceof LogicalType.IntType type && !type.signed();
        if (isFloating(field)) {
            // The order treats -0 and 0 as equal.
            return Comparator.comparingDouble(value -> number(value) + 0.0);
        } else if (field.logicalType() instanceof LogicalType.DecimalType
                && field.physicalType().compareTo(PhysicalType.BYTE_ARRAY) >= 0) {
            return Comparator.comparing(ReferenceOrder::unscaled);
        }
        return switch (field.physicalType()) {
            case BOOLEAN -> Comparator.comparing(value -> (Boolean) value);
            case INT32 ->
                unsigned
                        ? (a, b) -> Integer.compareUnsigned((int) a, (int) b)
                        : Comparator.comparing(value -> (Integer) value);
            case INT64 ->
                unsigned
                        ? (a, b) -> Long.compareUnsigned((long) a, (long) b)
                        : Comparator.comparing(value -> (Long) value);
            default -> (a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b));
        };
    }

    private static byte[] bytes(Object value) {
        byte[] bytes = new byte[((ByteBuffer) value).remaining()];
        ((ByteBuffer) value).duplicate().get(bytes);
        return bytes;
    }

    private static BigInteger unscaled(Object value) {
        byte[] bytes = bytes(value);
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    /** Returns the value of min or max in statistics. */
    static Object plain(PrimitiveField field, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (field.physicalType()) {
            case BOOLEAN -> buffer.get() == 1;
            case INT32 -> buffer.getInt();
            case INT64 -> buffer.getLong();
            case FLOAT -> buffer.getFloat();
            case DOUBLE -> buffer.getDouble();
            default -> buffer;
        };
    }

    /** Returns the order of IEEE_754_TOTAL_ORDER. */
    static Comparator<Object> totalOrder(PrimitiveField field) {
        return Comparator.comparing(value -> {
            if (value instanceof Float number) {
                int bits = Float.floatToRawIntBits(number);
                return (long) (bits < 0 ? bits ^ Integer.MAX_VALUE : bits);
            } else if (value instanceof Double number) {
                long bits = Double.doubleToRawLongBits(number);
                return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
            }
            short bits =
                    ByteBuffer.wrap(bytes(value)).order(ByteOrder.LITTLE_ENDIAN).getShort();
            return (long) (bits < 0 ? bits ^ Short.MAX_VALUE : bits);
        });
    }
}
