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

/**
 * The values of the fields of a record or of the elements of a list. Numbers lie in one array, all else in another; what is
 * nested stays there when its cell is cleared, to be filled again.
 */
public final class Cells {

    private long[] scalars;
    private Object[] objects;
    private boolean[] present;

    public Cells(int size) {
        scalars = new long[size];
        objects = new Object[size];
        present = new boolean[size];
    }

    public void ensure(int size) {
        if (size > present.length) {
            int grown = Math.max(size, Math.max(8, present.length * 2));
            scalars = Arrays.copyOf(scalars, grown);
            objects = Arrays.copyOf(objects, grown);
            present = Arrays.copyOf(present, grown);
        }
    }

    public boolean isNull(int cell) {
        return !present[cell];
    }

    public void setNull(int cell) {
        present[cell] = false;
    }

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

    public void setBinary(int cell, Shape shape, byte[] value) {
        PrimitiveField field = primitive(shape, "binary");
        switch (field.physicalType()) {
            case BYTE_ARRAY -> {}
            case FIXED_LEN_BYTE_ARRAY -> requireLength(field, field.typeLength(), value);
            case INT96 -> requireLength(field, 12, value);
            default -> throw wrongType(shape, "binary");
        }
        setObjectOrNull(cell, value);
    }

    public void setString(int cell, Shape shape, String value) {
        require(shape, PhysicalType.BYTE_ARRAY);
        setObjectOrNull(cell, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    /** The record in a cell, which becomes present and has no values yet. */
    public RecordValue struct(int cell, Shape shape) {
        if (!(shape instanceof Shape.Struct struct)) {
            throw wrongType(shape, "a group");
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
                    + " was given a variant and does not have the fields metadata and value and no others");
        }
        struct(cell, shape).setBinary(metadata, value.metadata().toByteArray()).setBinary(bytes, value.toByteArray());
    }

    /** The list in a cell, which becomes present and is empty. */
    public ListValue list(int cell, Shape shape) {
        if (!(shape instanceof Shape.Array array)) {
            throw wrongType(shape, "a list");
        }
        ListValue list = objects[cell] instanceof ListValue reused ? reused : new ListValue(array.element());
        list.clear();
        setObject(cell, list);
        return list;
    }

    /** The map in a cell, which becomes present and is empty. */
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

    private void setObjectOrNull(int cell, Object value) {
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

    private static void requireLength(PrimitiveField field, int length, byte[] value) {
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
            return "a group";
        }
        return shape instanceof Shape.Array ? "a list" : "a map";
    }
}
