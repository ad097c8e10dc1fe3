package io.pq2.internal.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.record.Row;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the cells of records, checking the type that the caller expects. */
public final class CellValues {

    private CellValues() {}

    /** Returns the bits of a number or boolean. */
    public static long scalar(Cells cells, int cell, Shape shape, PhysicalType type) {
        if (!(shape instanceof Shape.Leaf leaf) || leaf.column().field().physicalType() != type) {
            throw new InvalidDataException("field " + shape.name() + " is not a " + type);
        }
        if (cells.isNull(cell)) {
            throw new InvalidDataException("field " + shape.name() + " is null");
        }
        return cells.scalar(cell);
    }

    /** Returns the bytes of a value without copying them; absent for null. */
    public static byte @Nullable [] bytes(Cells cells, int cell, Shape shape) {
        if (!isBytes(shape)) {
            throw new InvalidDataException(
                    "field " + shape.name() + " is not a BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96");
        }
        return cells.isNull(cell) ? null : (byte[]) cells.object(cell);
    }

    private static boolean isBytes(Shape shape) {
        if (!(shape instanceof Shape.Leaf leaf)) {
            return false;
        }
        return switch (leaf.column().field().physicalType()) {
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> true;
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> false;
        };
    }

    /** Returns the bytes of a value decoded as UTF-8; absent for null. */
    public static @Nullable String string(Cells cells, int cell, Shape shape) {
        byte[] bytes = bytes(cells, cell, shape);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns a decimal; absent for null. */
    public static @Nullable BigDecimal decimal(Cells cells, int cell, Shape shape) {
        if (!(shape instanceof Shape.Leaf leaf)
                || !(leaf.column().field().logicalType() instanceof LogicalType.DecimalType type)) {
            throw new InvalidDataException("field " + shape.name() + " is not a DECIMAL");
        }
        if (cells.isNull(cell)) {
            return null;
        }
        if (!isBytes(shape)) {
            return BigDecimal.valueOf(cells.scalar(cell), type.scale());
        }
        byte[] bytes = (byte[]) cells.object(cell);
        return new BigDecimal(bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes), type.scale());
    }

    /** Returns a struct, list or map; absent for null. */
    public static <T> @Nullable T nested(
            Cells cells, int cell, Shape shape, Class<? extends Shape> kind, Class<T> type) {
        if (!kind.isInstance(shape)) {
            throw new InvalidDataException("field " + shape.name() + " has no " + type.getSimpleName());
        }
        return cells.isNull(cell) ? null : type.cast(cells.object(cell));
    }

    /**
     * Returns the Java value of the logical type, see {@link Row#get(int)}, or the struct, list or map in the cell;
     * absent for null.
     */
    public static @Nullable Object get(Cells cells, int cell, Shape shape) {
        if (cells.isNull(cell)) {
            return null;
        }
        return shape instanceof Shape.Leaf leaf ? leaf(cells, cell, leaf) : cells.object(cell);
    }

    private static @Nullable Object leaf(Cells cells, int cell, Shape.Leaf leaf) {
        PrimitiveField field = leaf.column().field();
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.DecimalType) {
            return decimal(cells, cell, leaf);
        }
        long bits = cells.scalar(cell);
        return switch (field.physicalType()) {
            case BOOLEAN -> bits != 0;
            case INT32 -> JavaValues.ofInt(type, (int) bits);
            case INT64 -> JavaValues.ofLong(type, bits);
            case INT96 -> JavaValues.ofInt96(ByteBuffer.wrap((byte[]) cells.object(cell)));
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            case BYTE_ARRAY ->
                JavaValues.isText(type) ? string(cells, cell, leaf) : ((byte[]) cells.object(cell)).clone();
            case FIXED_LEN_BYTE_ARRAY -> JavaValues.ofFixed(type, ByteBuffer.wrap((byte[]) cells.object(cell)));
        };
    }
}
