package io.pq2.statistics;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;

/** How the bounds of a column compare as they stand in a file: TYPE_ORDER of {@code ColumnOrder} in parquet.thrift. */
public enum BoundOrder {
    BOOLEAN,
    INT32,
    UINT32,
    INT64,
    UINT64,
    FLOAT,
    DOUBLE,
    FLOAT16,
    /** Byte by byte, unsigned. */
    BYTES,
    /** Text: byte by byte, unsigned, and a bound in between must be text as well. */
    TEXT,
    /** Big-endian two's complement. */
    DECIMAL_BYTES,
    /** The column has no order and thereby no bounds. */
    UNDEFINED;

    /** The order that a column's logical type defines, or its physical type where there is none. */
    public static BoundOrder of(PrimitiveField field) {
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

    private static BoundOrder ofBytes(LogicalType logical) {
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
                || logical instanceof LogicalType.UnrecognizedType) {
            return UNDEFINED;
        }
        return BYTES;
    }

    /** Compares two bounds as {@link Bounds} gives them; not for {@link #UNDEFINED}. */
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
                Integer.compare(Float16Bounds.key(a[0] & 0xFF | a[1] << 8), Float16Bounds.key(b[0] & 0xFF | b[1] << 8));
            case BYTES, TEXT -> BinaryOrder.UNSIGNED.compare(a, 0, a.length, b, 0, b.length);
            case DECIMAL_BYTES -> BinaryOrder.TWOS_COMPLEMENT.compare(a, 0, a.length, b, 0, b.length);
            case UNDEFINED -> throw new IllegalStateException("values without an order");
        };
    }
}
