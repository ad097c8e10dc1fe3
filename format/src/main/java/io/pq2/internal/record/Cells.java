package io.pq2.internal.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of a record's fields or a list's elements. Numbers and booleans are in one array, all other values in
 * another. Nested values stay in their cell when it is cleared, for reuse.
 */
public final class Cells {

    private long[] scalars;
    private @Nullable Object[] objects;
    private boolean[] present;

    /** @param size the number of cells, all null */
    public Cells(int size) {
        scalars = new long[size];
        objects = new Object[size];
        present = new boolean[size];
    }

    /** Grows to at least {@code size} cells. */
    public void ensure(int size) {
        if (size > present.length) {
            int grown = Math.max(size, Math.max(8, present.length * 2));
            scalars = Arrays.copyOf(scalars, grown);
            objects = Arrays.copyOf(objects, grown);
            present = Arrays.copyOf(present, grown);
        }
    }

    /** Whether a cell is null. */
    public boolean isNull(int cell) {
        return !present[cell];
    }

    /** Sets a cell to null. */
    public void setNull(int cell) {
        present[cell] = false;
    }

    /** Sets the first {@code size} cells to null. */
    public void clear(int size) {
        Arrays.fill(present, 0, size, false);
    }

    public void setBoolean(int cell, Shape shape, boolean value) {
        require(shape, PhysicalType.BOOLEAN);
        setScalar(cell, value ? 1 : 0);
    }

    public void setInt(int cell, Shape shape, int value) {
        require(shape, PhysicalType.INT32);
        setScalar(cell, value);
    }

    public void setLong(int cell, Shape shape, long value) {
        require(shape, PhysicalType.INT64);
        setScalar(cell, value);
    }

    public void setFloat(int cell, Shape shape, float value) {
        require(shape, PhysicalType.FLOAT);
        setScalar(cell, Float.floatToRawIntBits(value));
    }

    public void setDouble(int cell, Shape shape, double value) {
        require(shape, PhysicalType.DOUBLE);
        setScalar(cell, Double.doubleToRawLongBits(value));
    }

    public void setBinary(int cell, Shape shape, byte @Nullable [] value) {
        PrimitiveField field = primitive(shape, "binary");
        switch (field.physicalType()) {
            case BYTE_ARRAY -> {}
            case FIXED_LEN_BYTE_ARRAY -> requireLength(field, field.typeLength(), value);
            case INT96 -> requireLength(field, 12, value);
            default -> throw wrongType(shape, "binary");
        }
        setObjectOrNull(cell, value);
    }

    public void setString(int cell, Shape shape, @Nullable String value) {
        require(shape, PhysicalType.BYTE_ARRAY);
        setObjectOrNull(cell, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    /** Sets a cell to a struct whose fields are all null, and returns it. */
    public RecordValue struct(int cell, Shape shape) {
        if (!(shape instanceof Shape.Struct struct)) {
            throw wrongType(shape, "a struct");
        }
        RecordValue record = objects[cell] instanceof RecordValue reused ? reused : new RecordValue(struct);
        record.clear();
        setObject(cell, record);
        return record;
    }

    public void setVariant(int cell, Shape shape, Variant value) {
        if (!(shape instanceof Shape.Struct group)) {
            throw wrongType(shape, "a variant");
        }
        int metadata = group.indexOf("metadata");
        int bytes = group.indexOf("value");
        if (group.children().size() != 2 || metadata < 0 || bytes < 0) {
            throw new InvalidDataException("field " + shape.name()
                    + " cannot take a variant: it must have exactly the fields metadata and value");
        }
        struct(cell, shape).setBinary(metadata, value.metadata().toByteArray()).setBinary(bytes, value.toByteArray());
    }

    /** Sets a cell to an empty list, and returns it. */
    public ListValue list(int cell, Shape shape) {
        if (!(shape instanceof Shape.Array array)) {
            throw wrongType(shape, "a list");
        }
        ListValue list = objects[cell] instanceof ListValue reused ? reused : new ListValue(array.element());
        list.clear();
        setObject(cell, list);
        return list;
    }

    /** Sets a cell to an empty map, and returns it. */
    public MapValue map(int cell, Shape shape) {
        if (!(shape instanceof Shape.Map map)) {
            throw wrongType(shape, "a map");
        }
        MapValue value = objects[cell] instanceof MapValue reused ? reused : new MapValue(map);
        value.clear();
        setObject(cell, value);
        return value;
    }

    long scalar(int cell) {
        return scalars[cell];
    }

    Object object(int cell) {
        return objects[cell];
    }

    private void setScalar(int cell, long bits) {
        scalars[cell] = bits;
        present[cell] = true;
    }

    private void setObject(int cell, Object value) {
        objects[cell] = value;
        present[cell] = true;
    }

    private void setObjectOrNull(int cell, @Nullable Object value) {
        if (value == null) {
            setNull(cell);
        } else {
            setObject(cell, value);
        }
    }

    private static void require(Shape shape, PhysicalType type) {
        if (primitive(shape, type.name()).physicalType() != type) {
            throw wrongType(shape, type.name());
        }
    }

    private static PrimitiveField primitive(Shape shape, String given) {
        if (shape instanceof Shape.Leaf leaf) {
            return leaf.column().field();
        }
        throw wrongType(shape, given);
    }

    private static void requireLength(PrimitiveField field, int length, byte @Nullable [] value) {
        if (value != null && value.length != length) {
            throw new InvalidDataException("field " + field.name() + " has values of " + length
                    + " bytes, and was given one of " + value.length + " bytes");
        }
    }

    private static InvalidDataException wrongType(Shape shape, String given) {
        return new InvalidDataException("field " + shape.name() + " is " + kind(shape) + ", and was given " + given);
    }

    private static String kind(Shape shape) {
        if (shape instanceof Shape.Leaf leaf) {
            return leaf.column().field().physicalType().name();
        }
        if (shape instanceof Shape.Struct) {
            return "a struct";
        }
        return shape instanceof Shape.Array ? "a list" : "a map";
    }
}
