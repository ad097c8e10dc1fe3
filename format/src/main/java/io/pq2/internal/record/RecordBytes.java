package io.pq2.internal.record;

import io.pq2.internal.schema.Int96;
import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Serializes records. The reader must know the schema. Each field is one byte, 0 for null or 1 for a value, followed
 * by the value:
 *
 * <ul>
 *   <li>BOOLEAN: one byte
 *   <li>INT32 and INT64: a zigzag varint
 *   <li>FLOAT and DOUBLE: the bits, big-endian
 *   <li>BYTE_ARRAY: a varint with the length, then the bytes
 *   <li>INT96 and FIXED_LEN_BYTE_ARRAY: the bytes
 *   <li>struct: its fields
 *   <li>list: a varint with the size, then each element like a field
 *   <li>map: the list of its keys and, unless it has keys only, the list of its values
 * </ul>
 */
public final class RecordBytes {

    /** The bytes to allocate at once, so that a wrong length allocates little more than the input has. */
    private static final int STEP = 1 << 16;

    private RecordBytes() {}

    public static void write(List<Shape> shapes, Cells cells, DataOutput out) throws IOException {
        for (int i = 0; i < shapes.size(); i++) {
            write(shapes.get(i), cells, i, out);
        }
    }

    private static void write(Shape shape, Cells cells, int cell, DataOutput out) throws IOException {
        out.writeByte(cells.isNull(cell) ? 0 : 1);
        if (cells.isNull(cell)) {
            return;
        }
        if (shape instanceof Shape.Leaf leaf) {
            write(leaf.column().field().physicalType(), cells, cell, out);
        } else if (shape instanceof Shape.Struct struct) {
            write(struct.children(), RecordStorage.of((RecordValue) cells.object(cell)), out);
        } else if (shape instanceof Shape.Array) {
            write((ListValue) cells.object(cell), out);
        } else {
            MapValue map = (MapValue) cells.object(cell);
            RecordStorage.checkSizes(map, (Shape.Map) shape);
            write(map.keys(), out);
            if (((Shape.Map) shape).value() != null) {
                write(map.values(), out);
            }
        }
    }

    private static void write(ListValue list, DataOutput out) throws IOException {
        writeVarint(list.size(), out);
        Cells cells = RecordStorage.of(list);
        for (int i = 0; i < list.size(); i++) {
            write(list.element(), cells, i, out);
        }
    }

    private static void write(PhysicalType type, Cells cells, int cell, DataOutput out) throws IOException {
        long bits = cells.scalar(cell);
        switch (type) {
            case BOOLEAN -> out.writeByte((int) bits);
            case INT32, INT64 -> writeVarint(bits << 1 ^ bits >> 63, out);
            case FLOAT -> out.writeInt((int) bits);
            case DOUBLE -> out.writeLong(bits);
            case INT96, FIXED_LEN_BYTE_ARRAY -> out.write((byte[]) cells.object(cell));
            case BYTE_ARRAY -> {
                byte[] bytes = (byte[]) cells.object(cell);
                writeVarint(bytes.length, out);
                out.write(bytes);
            }
        }
    }

    private static void writeVarint(long value, DataOutput out) throws IOException {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            out.writeByte((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        out.writeByte((int) left);
    }

    public static void read(List<Shape> shapes, Cells cells, DataInput in) throws IOException {
        for (int i = 0; i < shapes.size(); i++) {
            read(shapes.get(i), cells, i, in);
        }
    }

    private static void read(Shape shape, Cells cells, int cell, DataInput in) throws IOException {
        byte present = in.readByte();
        if (present == 0) {
            cells.setNull(cell);
        } else if (present != 1) {
            throw new IOException("not a record: field " + shape.name() + " begins with the byte " + present);
        } else if (shape instanceof Shape.Leaf leaf) {
            read(leaf, cells, cell, in);
        } else if (shape instanceof Shape.Struct struct) {
            read(struct.children(), RecordStorage.of(cells.struct(cell, shape)), in);
        } else if (shape instanceof Shape.Array) {
            read(cells.list(cell, shape), in);
        } else {
            MapValue map = cells.map(cell, shape);
            read(map.keys(), in);
            if (((Shape.Map) shape).value() != null) {
                read(map.values(), in);
            }
        }
    }

    private static void read(ListValue list, DataInput in) throws IOException {
        int size = readLength(list.element(), in);
        Cells cells = RecordStorage.of(list);
        for (int i = 0; i < size; i++) {
            read(list.element(), cells, RecordStorage.append(list), in);
        }
    }

    private static void read(Shape.Leaf leaf, Cells cells, int cell, DataInput in) throws IOException {
        PrimitiveField field = leaf.column().field();
        switch (field.physicalType()) {
            case BOOLEAN -> cells.setBoolean(cell, leaf, in.readByte() != 0);
            case INT32 -> cells.setInt(cell, leaf, (int) readZigzag(in));
            case INT64 -> cells.setLong(cell, leaf, readZigzag(in));
            case FLOAT -> cells.setFloat(cell, leaf, Float.intBitsToFloat(in.readInt()));
            case DOUBLE -> cells.setDouble(cell, leaf, Double.longBitsToDouble(in.readLong()));
            case INT96 -> cells.setBinary(cell, leaf, readBytes(Int96.WIDTH, in));
            case FIXED_LEN_BYTE_ARRAY -> cells.setBinary(cell, leaf, readBytes(field.typeLength(), in));
            case BYTE_ARRAY -> cells.setBinary(cell, leaf, readBytes(readLength(leaf, in), in));
        }
    }

    private static byte[] readBytes(int length, DataInput in) throws IOException {
        byte[] bytes = new byte[Math.min(length, STEP)];
        in.readFully(bytes);
        int read = bytes.length;
        while (read < length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * read));
            in.readFully(bytes, read, bytes.length - read);
            read = bytes.length;
        }
        return bytes;
    }

    private static int readLength(Shape shape, DataInput in) throws IOException {
        long length = readVarint(in);
        if (length < 0 || length > Integer.MAX_VALUE - 8) {
            throw new IOException("not a record: field " + shape.name() + " has a length of " + length);
        }
        return (int) length;
    }

    private static long readZigzag(DataInput in) throws IOException {
        long value = readVarint(in);
        return value >>> 1 ^ -(value & 1);
    }

    private static long readVarint(DataInput in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            byte next = in.readByte();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IOException("not a record: a number has more than 10 bytes");
    }
}
