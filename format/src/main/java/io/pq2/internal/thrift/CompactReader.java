package io.pq2.internal.thrift;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.LittleEndian;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads bytes in the Thrift compact protocol.
 *
 * <p>A struct is read in a loop that skips fields with other ids. {@code KEY_VALUE} lists the optional fields:
 *
 * <pre>
 * int outer = in.beginStruct();
 * while (in.nextField(KEY_VALUE)) {
 *     switch (in.fieldId()) {
 *         case 1 -> key = in.string("KeyValue.key");
 *         default -> in.skip("KeyValue");
 *     }
 * }
 * in.endStruct(outer);
 * </pre>
 *
 * <p>Methods that read the value of a field check its wire type. Methods named {@code element…} read an element of a
 * list, whose wire type {@link #beginList} has checked. All methods throw {@link CorruptFileException} if the bytes
 * are not what they expect. The bytes are shared and not changed.
 */
public final class CompactReader {

    private static final int MAX_SKIP_DEPTH = 64;

    private final byte[] bytes;
    private final int start;
    private final int limit;
    private int position;
    private int fieldId;
    private int fieldType;
    private boolean endedEarly;

    /**
     * Creates a reader.
     *
     * @param bytes array that contains the bytes
     * @param offset index of the first byte to read
     * @param limit index after the last byte to read
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    public CompactReader(byte[] bytes, int offset, int limit) {
        if (offset < 0 || limit < offset || limit > bytes.length) {
            throw new IndexOutOfBoundsException("bytes " + offset + " to " + limit + " of " + bytes.length);
        }
        this.bytes = bytes;
        this.start = offset;
        this.position = offset;
        this.limit = limit;
    }

    /** Returns the index in the array of the next byte to read. */
    public int position() {
        return position;
    }

    /** Whether reading failed because a value continues after the last byte. */
    public boolean endedEarly() {
        return endedEarly;
    }

    byte[] bytes() {
        return bytes;
    }

    int limit() {
        return limit;
    }

    /** Enters a struct. The caller passes the result to {@link #endStruct}. */
    int beginStruct() {
        int outer = fieldId;
        fieldId = 0;
        return outer;
    }

    /** Enters the struct that is the value of the current field. */
    int beginStruct(String field) {
        expect(WireType.STRUCT, field);
        return beginStruct();
    }

    void endStruct(int outer) {
        fieldId = outer;
    }

    /** Advances to the next field of the current struct. Returns false at its end. */
    boolean nextField(String struct) {
        int header = nextByte(struct);
        fieldType = header & 0xF;
        if (fieldType == WireType.STOP) {
            if (header != 0) {
                throw corrupt(struct, "a field of wire type 0 after field " + fieldId);
            }
            return false;
        }
        int distance = header >>> 4;
        int id = distance == 0 ? i16Value(struct) : fieldId + distance;
        if (id > Short.MAX_VALUE) {
            throw corrupt(struct, "field id " + id + ", expected at most " + Short.MAX_VALUE);
        }
        fieldId = id;
        return true;
    }

    /**
     * Advances to the next field of the current struct, and skips optional fields of an unexpected wire type. Returns
     * false at the end of the struct.
     */
    boolean nextField(OptionalFields fields) {
        while (nextField(fields.struct())) {
            if (fields.accept(fieldId, fieldType)
                    && (fieldType != WireType.LIST || hasElements(fields.elementType(fieldId)))) {
                return true;
            }
            skip(fields.struct());
        }
        return false;
    }

    /** Whether the elements of the current list have a wire type; 0 is every type. An empty list has every type. */
    private boolean hasElements(int type) {
        if (type == 0 || position >= limit) {
            return true;
        }
        int header = bytes[position] & 0xFF;
        return header >>> 4 == 0 || isSame(header & 0xF, type);
    }

    /** Whether a wire type is the expected one. Both types of bool are the same. */
    private static boolean isSame(int type, int expected) {
        return type == expected || (expected == WireType.TRUE && type == WireType.FALSE);
    }

    int fieldId() {
        return fieldId;
    }

    /** Whether the current field has its type in {@code fields}, or is not among them. */
    boolean isOfTypeIn(OptionalFields fields) {
        return fields.accept(fieldId, fieldType);
    }

    /** Whether the value of the current field is a struct. */
    boolean isStruct() {
        return fieldType == WireType.STRUCT;
    }

    /** Returns {@code 1 << fieldId} for ids from 1 to 31, otherwise 0. */
    int fieldBit() {
        return fieldId > 0 && fieldId < 32 ? 1 << fieldId : 0;
    }

    /** Checks that {@code seen} has the bit of a required field. */
    void require(int seen, int id, String field) {
        if ((seen >>> id & 1) == 0) {
            throw corrupt(field, "missing, expected because it is required");
        }
    }

    /** Returns the value of a required field and checks that it is present. */
    <T> T required(@Nullable T value, String field) {
        if (value == null) {
            throw corrupt(field, "missing, expected because it is required");
        }
        return value;
    }

    boolean bool(String field) {
        if (fieldType != WireType.TRUE && fieldType != WireType.FALSE) {
            throw unexpectedType(field, "bool");
        }
        return fieldType == WireType.TRUE;
    }

    byte i8(String field) {
        expect(WireType.I8, field);
        return (byte) nextByte(field);
    }

    short i16(String field) {
        expect(WireType.I16, field);
        return (short) i16Value(field);
    }

    int i32(String field) {
        expect(WireType.I32, field);
        return elementI32(field);
    }

    long i64(String field) {
        expect(WireType.I64, field);
        return elementI64(field);
    }

    /** Reads an i32 and checks that it is not negative. */
    int count32(String field) {
        int value = i32(field);
        if (value < 0) {
            throw corrupt(field, value + ", expected at least 0");
        }
        return value;
    }

    /** Reads an i64 and checks that it is not negative. */
    long count64(String field) {
        long value = i64(field);
        if (value < 0) {
            throw corrupt(field, value + ", expected at least 0");
        }
        return value;
    }

    double real(String field) {
        expect(WireType.DOUBLE, field);
        need(8, field);
        double value = Double.longBitsToDouble(LittleEndian.getLong(bytes, position));
        position += 8;
        return value;
    }

    byte[] binary(String field) {
        expect(WireType.BINARY, field);
        return elementBinary(field);
    }

    String string(String field) {
        expect(WireType.BINARY, field);
        return elementString(field);
    }

    /**
     * Enters a list, whose elements the caller reads next.
     *
     * @param elementType wire type of the elements; {@link WireType#TRUE} allows both forms of bool
     * @return number of elements, which is limited by the remaining bytes
     */
    int beginList(int elementType, String field) {
        expect(WireType.LIST, field);
        int header = nextByte(field);
        int type = header & 0xF;
        int size = listSize(header, type, field);
        if (!isSame(type, elementType) && size > 0) {
            throw corrupt(
                    field, "a list of " + WireType.name(type) + ", expected a list of " + WireType.name(elementType));
        }
        return size;
    }

    boolean elementBool(String field) {
        return nextByte(field) == WireType.TRUE;
    }

    int elementI32(String field) {
        int raw = varint32(field);
        return raw >>> 1 ^ -(raw & 1);
    }

    long elementI64(String field) {
        long raw = varint64(field);
        return raw >>> 1 ^ -(raw & 1);
    }

    byte[] elementBinary(String field) {
        int length = length(field);
        byte[] value = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return value;
    }

    String elementString(String field) {
        int length = length(field);
        String value = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return value;
    }

    /** Skips the value of the current field. */
    void skip(String struct) {
        if (fieldType != WireType.TRUE && fieldType != WireType.FALSE) {
            skipValue(fieldType, struct, 0);
        }
    }

    /** Skips a struct that is an element of a list. */
    void skipElementStruct(String struct) {
        int end = StructSkipper.end(bytes, position, limit);
        if (end == StructSkipper.UNDECIDED) {
            skipStruct(struct, 0);
        } else {
            position = end;
        }
    }

    private void skipValue(int type, String struct, int depth) {
        switch (type) {
            case WireType.TRUE, WireType.FALSE, WireType.I8 -> skipBytes(1, struct);
            case WireType.I16, WireType.I32, WireType.I64 -> skipVarint(struct);
            case WireType.DOUBLE -> skipBytes(8, struct);
            case WireType.UUID -> skipBytes(16, struct);
            case WireType.BINARY -> skipBytes(length(struct), struct);
            case WireType.LIST, WireType.SET -> skipList(struct, depth);
            case WireType.MAP -> skipMap(struct, depth);
            case WireType.STRUCT -> skipStruct(struct, depth);
            default -> throw corrupt(struct, WireType.name(type) + " in field " + fieldId);
        }
    }

    /** Skips a struct without tracking its field ids. */
    private void skipStruct(String struct, int depth) {
        checkDepth(struct, depth);
        while (true) {
            int header = nextByte(struct);
            if (header == WireType.STOP) {
                return;
            }
            if (header >>> 4 == 0) {
                skipVarint(struct);
            }
            int type = header & 0xF;
            if (type != WireType.TRUE && type != WireType.FALSE) {
                skipValue(type, struct, depth + 1);
            }
        }
    }

    private void skipList(String struct, int depth) {
        checkDepth(struct, depth);
        int header = nextByte(struct);
        int type = header & 0xF;
        int size = listSize(header, type, struct);
        for (int i = 0; i < size; i++) {
            skipValue(type, struct, depth + 1);
        }
    }

    private void skipMap(String struct, int depth) {
        checkDepth(struct, depth);
        int size = varint32(struct);
        if (size == 0) {
            return;
        }
        int types = nextByte(struct);
        if (size < 0 || size > (limit - position) / 2) {
            throw tooLarge(struct, "map", Integer.toUnsignedLong(size));
        }
        for (int i = 0; i < size; i++) {
            skipValue(types >>> 4, struct, depth + 1);
            skipValue(types & 0xF, struct, depth + 1);
        }
    }

    private void checkDepth(String struct, int depth) {
        if (depth > MAX_SKIP_DEPTH) {
            throw corrupt(struct, "a field with more than " + MAX_SKIP_DEPTH + " nested levels");
        }
    }

    private void skipBytes(int count, String field) {
        need(count, field);
        position += count;
    }

    private void skipVarint(String field) {
        for (int i = 0; i < 10; i++) {
            if (nextByte(field) < 0x80) {
                return;
            }
        }
        throw corrupt(field, "a varint of more than 10 bytes");
    }

    private int listSize(int header, int elementType, String field) {
        int size = header >>> 4 == 15 ? varint32(field) : header >>> 4;
        if (size < 0 || size > (limit - position) / WireType.minimumLength(elementType)) {
            throw tooLarge(field, "list", Integer.toUnsignedLong(size));
        }
        return size;
    }

    private int length(String field) {
        int length = varint32(field);
        if (length < 0 || length > limit - position) {
            throw tooLarge(field, "length", Integer.toUnsignedLong(length));
        }
        return length;
    }

    private int i16Value(String field) {
        int value = elementI32(field);
        if (value != (short) value) {
            throw corrupt(field, value + ", expected an i16");
        }
        return value;
    }

    private int varint32(String field) {
        int first = nextByte(field);
        if (first < 0x80) {
            return first;
        }
        int value = first & 0x7F;
        for (int shift = 7; shift < 35; shift += 7) {
            int next = nextByte(field);
            if (shift == 28 && next > 0x0F) {
                break;
            }
            value |= (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw corrupt(field, "a varint with more than 32 bits");
    }

    private long varint64(String field) {
        int first = nextByte(field);
        if (first < 0x80) {
            return first;
        }
        long value = first & 0x7F;
        for (int shift = 7; shift < 70; shift += 7) {
            int next = nextByte(field);
            if (shift == 63 && next > 1) {
                break;
            }
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw corrupt(field, "a varint with more than 64 bits");
    }

    private int nextByte(String field) {
        if (position >= limit) {
            need(1, field);
        }
        return bytes[position++] & 0xFF;
    }

    private void need(int count, String field) {
        if (count > limit - position) {
            endedEarly = true;
            throw corrupt(field, (limit - position) + " bytes remain, expected at least " + count);
        }
    }

    private void expect(int type, String field) {
        if (fieldType != type) {
            throw unexpectedType(field, WireType.name(type));
        }
    }

    private CorruptFileException unexpectedType(String field, String expected) {
        return corrupt(field, "a value of wire type " + WireType.name(fieldType) + ", expected " + expected);
    }

    private CorruptFileException tooLarge(String field, String what, long size) {
        endedEarly = true;
        return corrupt(field, "a " + what + " of " + size + " with " + (limit - position) + " bytes remaining");
    }

    /** Returns an exception for the current position. */
    CorruptFileException corrupt(String field, String detail) {
        return new CorruptFileException(field + ": " + detail + " (byte " + (position - start) + " of the structure)");
    }
}
