package io.pq2.internal.thrift;

import io.pq2.exception.InvalidDataException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes bytes in the Thrift compact protocol into a growing array.
 *
 * <p>Methods with a field id write a field. Methods named {@code element…} write an element of a list. Absent values
 * of optional fields are omitted.
 */
public final class CompactWriter {

    /** Maximum array length. Some virtual machines cannot allocate arrays of nearly 2<sup>31</sup> elements. */
    private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

    private byte[] bytes;
    private int size;
    private int lastFieldId;

    /** Creates an empty writer. */
    public CompactWriter() {
        this(256);
    }

    /**
     * Creates an empty writer.
     *
     * @param capacity initial size of the array in bytes
     */
    public CompactWriter(int capacity) {
        this.bytes = new byte[Math.max(capacity, 16)];
    }

    /** Returns the number of bytes written. */
    public int size() {
        return size;
    }

    /** Returns the array, whose first {@link #size()} bytes are written. It is valid until the next write. */
    public byte[] buffer() {
        return bytes;
    }

    /** Returns a copy of the bytes written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Removes all bytes and keeps the array. */
    public void reset() {
        size = 0;
        lastFieldId = 0;
    }

    /** Enters a struct that is not the value of a field. The caller passes the result to {@link #endStruct}. */
    int beginStruct() {
        int outer = lastFieldId;
        lastFieldId = 0;
        return outer;
    }

    /** Enters a struct that is the value of a field. */
    int beginStruct(int id) {
        field(id, WireType.STRUCT);
        return beginStruct();
    }

    /** Writes a struct that is the value of a field and was read from a file. */
    void storedStruct(int id, byte[] struct) {
        field(id, WireType.STRUCT);
        ensure(struct.length);
        System.arraycopy(struct, 0, bytes, size, struct.length);
        size += struct.length;
    }

    void endStruct(int outer) {
        put(WireType.STOP);
        lastFieldId = outer;
    }

    void bool(int id, @Nullable Boolean value) {
        if (value != null) {
            field(id, value ? WireType.TRUE : WireType.FALSE);
        }
    }

    void i8(int id, @Nullable Integer value) {
        if (value != null) {
            field(id, WireType.I8);
            put(value);
        }
    }

    void i16(int id, @Nullable Short value) {
        if (value != null) {
            field(id, WireType.I16);
            elementI32(value);
        }
    }

    void i32(int id, int value) {
        field(id, WireType.I32);
        elementI32(value);
    }

    void i32(int id, @Nullable Integer value) {
        if (value != null) {
            i32(id, value.intValue());
        }
    }

    void i64(int id, long value) {
        field(id, WireType.I64);
        elementI64(value);
    }

    void i64(int id, @Nullable Long value) {
        if (value != null) {
            i64(id, value.longValue());
        }
    }

    void real(int id, @Nullable Double value) {
        if (value != null) {
            field(id, WireType.DOUBLE);
            long bits = Double.doubleToRawLongBits(value);
            for (int i = 0; i < 8; i++) {
                put((int) (bits >>> 8 * i));
            }
        }
    }

    void binary(int id, byte @Nullable [] value) {
        if (value != null) {
            field(id, WireType.BINARY);
            elementBinary(value);
        }
    }

    void string(int id, @Nullable String value) {
        if (value != null) {
            binary(id, value.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Enters a list that is the value of a field. The caller writes its elements next. */
    void beginList(int id, int elementType, int listSize) {
        field(id, WireType.LIST);
        if (listSize < 15) {
            put(listSize << 4 | elementType);
        } else {
            put(0xF0 | elementType);
            varint(listSize);
        }
    }

    void elementBool(boolean value) {
        put(value ? WireType.TRUE : WireType.FALSE);
    }

    void elementI32(int value) {
        varint((value << 1 ^ value >> 31) & 0xFFFFFFFFL);
    }

    void elementI64(long value) {
        varint(value << 1 ^ value >> 63);
    }

    void elementBinary(byte[] value) {
        varint(value.length);
        ensure(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    void elementString(String value) {
        elementBinary(value.getBytes(StandardCharsets.UTF_8));
    }

    private void field(int id, int type) {
        int distance = id - lastFieldId;
        if (distance > 0 && distance <= 15) {
            put(distance << 4 | type);
        } else {
            put(type);
            elementI32(id);
        }
        lastFieldId = id;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            put((int) rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        put((int) rest);
    }

    private void put(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    private void ensure(int count) {
        if (count > bytes.length - size) {
            long needed = (long) size + count;
            if (needed > MAX_BYTES) {
                throw new InvalidDataException("metadata exceeds " + MAX_BYTES + " bytes");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, MAX_BYTES)));
        }
    }
}
