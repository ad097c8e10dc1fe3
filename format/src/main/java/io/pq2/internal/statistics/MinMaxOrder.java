package io.pq2.internal.statistics;

import io.pq2.internal.vector.Float16;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import org.jspecify.annotations.Nullable;

/**
 * The order of a column's min/max values in their stored form (TYPE_ORDER and IEEE_754_TOTAL_ORDER of {@code
 * ColumnOrder} in parquet.thrift).
 */
public enum MinMaxOrder {
    BOOLEAN,
    INT32,
    UINT32,
    INT64,
    UINT64,
    FLOAT,
    DOUBLE,
    FLOAT16,
    /** FLOAT in IEEE 754 total order. */
    FLOAT_TOTAL,
    /** DOUBLE in IEEE 754 total order. */
    DOUBLE_TOTAL,
    /** FLOAT16 in IEEE 754 total order. */
    FLOAT16_TOTAL,
    /** Unsigned bytes. */
    BYTES,
    /** Unsigned bytes of UTF-8 text; truncated min/max values must be valid text as well. */
    TEXT,
    /** Big-endian two's complement numbers. */
    DECIMAL_BYTES,
    /** No order, hence no min/max values. */
    UNDEFINED;

    /**
     * Returns the order of a column.
     *
     * @param totalOrder whether floating-point numbers use IEEE 754 total order
     */
    public static MinMaxOrder of(PrimitiveField field, boolean totalOrder) {
        MinMaxOrder order = of(field);
        if (!totalOrder) {
            return order;
        }
        return switch (order) {
            case FLOAT -> FLOAT_TOTAL;
            case DOUBLE -> DOUBLE_TOTAL;
            case FLOAT16 -> FLOAT16_TOTAL;
            default -> order;
        };
    }

    /** Returns the order that a column's logical type defines, or its physical type if it has no logical type. */
    public static MinMaxOrder of(PrimitiveField field) {
        LogicalType logical = field.logicalType();
        boolean unsigned = logical instanceof LogicalType.IntType integer && !integer.signed();
        return switch (field.physicalType()) {
            case BOOLEAN -> BOOLEAN;
            case INT32 -> unsigned ? UINT32 : INT32;
            case INT64 -> unsigned ? UINT64 : INT64;
            case INT96 -> UNDEFINED;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ofBytes(logical);
        };
    }

    private static MinMaxOrder ofBytes(@Nullable LogicalType logical) {
        if (logical instanceof LogicalType.DecimalType) {
            return DECIMAL_BYTES;
        } else if (logical instanceof LogicalType.Float16Type) {
            return FLOAT16;
        } else if (logical instanceof LogicalType.StringType
                || logical instanceof LogicalType.EnumType
                || logical instanceof LogicalType.JsonType) {
            return TEXT;
        } else if (logical instanceof LogicalType.IntervalType
                || logical instanceof LogicalType.GeometryType
                || logical instanceof LogicalType.GeographyType
                || logical instanceof LogicalType.FileType
                || logical instanceof LogicalType.UnrecognizedType) {
            return UNDEFINED;
        }
        return BYTES;
    }

    /** Whether this is IEEE 754 total order, in which min and max are NaN if all values are. */
    public boolean isTotal() {
        return this == FLOAT_TOTAL || this == DOUBLE_TOTAL || this == FLOAT16_TOTAL;
    }

    /** Whether a min/max value is NaN, which is possible only in total order. */
    boolean isNan(byte[] plain) {
        return switch (this) {
            case FLOAT_TOTAL -> Float.isNaN(Float.intBitsToFloat(PlainBytes.toInt(plain)));
            case DOUBLE_TOTAL -> Double.isNaN(Double.longBitsToDouble(PlainBytes.toLong(plain)));
            case FLOAT16_TOTAL -> Float16.isNan(Float16.bits(plain, 0));
            default -> false;
        };
    }

    /** Whether a min/max value that a file states has the length of a value, so that it can be compared. */
    public boolean hasLength(byte[] plain) {
        int width = switch (this) {
            case BOOLEAN -> 1;
            case INT32, UINT32, FLOAT, FLOAT_TOTAL -> Integer.BYTES;
            case INT64, UINT64, DOUBLE, DOUBLE_TOTAL -> Long.BYTES;
            case FLOAT16, FLOAT16_TOTAL -> Float16.BYTES;
            case BYTES, TEXT, DECIMAL_BYTES, UNDEFINED -> plain.length;
        };
        return plain.length == width;
    }

    /**
     * Compares two min/max values in the form that {@link MinMax} returns. Must not be called on {@link #UNDEFINED}.
     */
    public int compare(byte[] a, byte[] b) {
        return switch (this) {
            case BOOLEAN -> Byte.compare(a[0], b[0]);
            case INT32 -> Integer.compare(PlainBytes.toInt(a), PlainBytes.toInt(b));
            case UINT32 -> Integer.compareUnsigned(PlainBytes.toInt(a), PlainBytes.toInt(b));
            case INT64 -> Long.compare(PlainBytes.toLong(a), PlainBytes.toLong(b));
            case UINT64 -> Long.compareUnsigned(PlainBytes.toLong(a), PlainBytes.toLong(b));
            case FLOAT ->
                Float.compare(Float.intBitsToFloat(PlainBytes.toInt(a)), Float.intBitsToFloat(PlainBytes.toInt(b)));
            case DOUBLE ->
                Double.compare(
                        Double.longBitsToDouble(PlainBytes.toLong(a)), Double.longBitsToDouble(PlainBytes.toLong(b)));
            case FLOAT16 ->
                Integer.compare(Float16MinMax.key(Float16.bits(a, 0)), Float16MinMax.key(Float16.bits(b, 0)));
            case FLOAT_TOTAL -> Long.compare(TotalOrder.key(PlainBytes.toInt(a)), TotalOrder.key(PlainBytes.toInt(b)));
            case DOUBLE_TOTAL ->
                Long.compare(TotalOrder.key(PlainBytes.toLong(a)), TotalOrder.key(PlainBytes.toLong(b)));
            case FLOAT16_TOTAL ->
                Long.compare(TotalOrder.key(Float16.bits(a, 0) << 16), TotalOrder.key(Float16.bits(b, 0) << 16));
            case BYTES, TEXT -> BinaryOrder.UNSIGNED.compare(a, 0, a.length, b, 0, b.length);
            case DECIMAL_BYTES -> BinaryOrder.TWOS_COMPLEMENT.compare(a, 0, a.length, b, 0, b.length);
            case UNDEFINED -> throw new IllegalStateException("the column has no order");
        };
    }
}
