package io.pq2.internal.record;

import io.pq2.internal.vector.Float16;
import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Compares and hashes records of one schema, see {@link RecordValue#compareTo}. */
public final class RecordOrder {

    private static final int JULIAN_DAY_AT = 8;

    private RecordOrder() {}

    public static int compare(List<Shape> shapes, Cells cells, Cells other) {
        int order = 0;
        for (int i = 0; i < shapes.size() && order == 0; i++) {
            order = compare(shapes.get(i), cells, i, other, i);
        }
        return order;
    }

    private static int compare(Shape shape, Cells cells, int cell, Cells other, int otherCell) {
        if (cells.isNull(cell) || other.isNull(otherCell)) {
            return Boolean.compare(!cells.isNull(cell), !other.isNull(otherCell));
        } else if (shape instanceof Shape.Leaf leaf) {
            return compare(leaf.column().field(), cells, cell, other, otherCell);
        }
        Object value = cells.object(cell);
        Object otherValue = other.object(otherCell);
        if (shape instanceof Shape.Struct struct) {
            return compare(struct.children(), RecordStorage.of((RecordValue) value), RecordStorage.of((RecordValue)
                    otherValue));
        } else if (shape instanceof Shape.Array) {
            return compare((ListValue) value, (ListValue) otherValue);
        }
        MapValue map = (MapValue) value;
        MapValue otherMap = (MapValue) otherValue;
        int keys = compare(map.keys(), otherMap.keys());
        return keys != 0 || ((Shape.Map) shape).value() == null ? keys : compare(map.values(), otherMap.values());
    }

    private static int compare(ListValue list, ListValue other) {
        int size = Math.min(list.size(), other.size());
        Cells cells = RecordStorage.of(list);
        Cells otherCells = RecordStorage.of(other);
        for (int i = 0; i < size; i++) {
            int order = compare(list.element(), cells, i, otherCells, i);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(list.size(), other.size());
    }

    private static int compare(PrimitiveField field, Cells cells, int cell, Cells other, int otherCell) {
        long bits = cells.scalar(cell);
        long otherBits = other.scalar(otherCell);
        return switch (field.physicalType()) {
            case BOOLEAN -> Long.compare(bits, otherBits);
            case INT32, INT64 ->
                field.logicalType() instanceof LogicalType.IntType type && !type.signed()
                        ? Long.compareUnsigned(bits, otherBits)
                        : Long.compare(bits, otherBits);
            case FLOAT -> Float.compare(Float.intBitsToFloat((int) bits), Float.intBitsToFloat((int) otherBits));
            case DOUBLE -> Double.compare(Double.longBitsToDouble(bits), Double.longBitsToDouble(otherBits));
            case INT96 -> compareInt96((byte[]) cells.object(cell), (byte[]) other.object(otherCell));
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                compareBytes(field, (byte[]) cells.object(cell), (byte[]) other.object(otherCell));
        };
    }

    private static int compareInt96(byte[] value, byte[] other) {
        ByteBuffer one = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer two = ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN);
        int days = Integer.compare(one.getInt(JULIAN_DAY_AT), two.getInt(JULIAN_DAY_AT));
        return days != 0 ? days : Long.compare(one.getLong(0), two.getLong(0));
    }

    private static int compareBytes(PrimitiveField field, byte[] value, byte[] other) {
        if (field.logicalType() instanceof LogicalType.DecimalType) {
            return integer(value).compareTo(integer(other));
        } else if (field.logicalType() instanceof LogicalType.Float16Type) {
            return Float.compare(Float16.read(value, 0), Float16.read(other, 0));
        }
        return Arrays.compareUnsigned(value, other);
    }

    private static BigInteger integer(byte[] bytes) {
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    public static int hash(List<Shape> shapes, Cells cells) {
        int hash = 1;
        for (int i = 0; i < shapes.size(); i++) {
            hash = 31 * hash + hash(shapes.get(i), cells, i);
        }
        return hash;
    }

    private static int hash(Shape shape, Cells cells, int cell) {
        if (cells.isNull(cell)) {
            return 0;
        } else if (shape instanceof Shape.Struct struct) {
            return hash(struct.children(), RecordStorage.of((RecordValue) cells.object(cell)));
        } else if (shape instanceof Shape.Array) {
            return hash((ListValue) cells.object(cell));
        } else if (shape instanceof Shape.Map map) {
            MapValue value = (MapValue) cells.object(cell);
            return 31 * hash(value.keys()) + (map.value() == null ? 0 : hash(value.values()));
        }
        return hash(((Shape.Leaf) shape).column().field(), cells, cell);
    }

    private static int hash(ListValue list) {
        int hash = 1;
        Cells cells = RecordStorage.of(list);
        for (int i = 0; i < list.size(); i++) {
            hash = 31 * hash + hash(list.element(), cells, i);
        }
        return hash;
    }

    private static int hash(PrimitiveField field, Cells cells, int cell) {
        return switch (field.physicalType()) {
            case BOOLEAN, INT32, INT64 -> Long.hashCode(cells.scalar(cell));
            case FLOAT -> Float.hashCode(Float.intBitsToFloat((int) cells.scalar(cell)));
            case DOUBLE -> Double.hashCode(Double.longBitsToDouble(cells.scalar(cell)));
            case INT96 -> Arrays.hashCode((byte[]) cells.object(cell));
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> hash(field, (byte[]) cells.object(cell));
        };
    }

    /** Hashes bytes so that equal numbers of different lengths have one hash, and all NaNs have one hash. */
    private static int hash(PrimitiveField field, byte[] bytes) {
        if (field.logicalType() instanceof LogicalType.DecimalType) {
            return integer(bytes).hashCode();
        } else if (field.logicalType() instanceof LogicalType.Float16Type) {
            return Float.hashCode(Float16.read(bytes, 0));
        }
        return Arrays.hashCode(bytes);
    }
}
