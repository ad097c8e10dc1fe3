package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.LittleEndian;
import io.pq2.variant.VariantType;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * An encoded value in an array, with its layout. The layout is checked against the bounds of the bytes, except for the
 * field ids and offsets of an object or array, which are checked when they are used.
 *
 * @param bytes the array that contains the value; callers must not modify it
 * @param start the index of the first byte
 * @param type the type of the value
 * @param size the size of the value in bytes
 * @param payload the index of the first byte after the type and length; for an object or array, the first byte of its
 *     values
 * @param count the number of fields or elements; 0 for other types
 * @param ids the index of the first field id
 * @param idWidth bytes per field id
 * @param offsets the index of the first field offset
 * @param offsetWidth bytes per field offset
 */
public record EncodedValue(
        byte[] bytes,
        int start,
        VariantType type,
        int size,
        int payload,
        int count,
        int ids,
        int idWidth,
        int offsets,
        int offsetWidth) {

    /** The limit on the nesting of objects and arrays for methods that visit a whole value. */
    public static final int MAX_DEPTH = 1000;

    /**
     * Reads the header of the value that starts at {@code start} and ends at {@code limit} or before.
     *
     * @throws CorruptFileException if the value exceeds the limit
     */
    public static EncodedValue read(byte[] bytes, int start, int limit) {
        if (start >= limit) {
            throw new CorruptFileException("VARIANT value: value_metadata is missing, there are 0 bytes");
        }
        VariantType type = EncodedTypes.of(bytes[start]);
        int header = (bytes[start] & 0xFF) >>> 2;
        if ((bytes[start] & 3) == EncodedTypes.SHORT_STRING) {
            return scalar(type, bytes, start, start + 1, header, limit);
        }
        return switch (type) {
            case OBJECT ->
                container(type, bytes, start, limit, (header & 0x10) != 0, (header >>> 2 & 3) + 1, (header & 3) + 1);
            case ARRAY -> container(type, bytes, start, limit, (header & 4) != 0, 0, (header & 3) + 1);
            case BINARY, STRING -> {
                checkRoom(type, "size", Integer.BYTES, limit - start - 1);
                long length = LittleEndian.getUnsigned(bytes, start + 1, Integer.BYTES);
                yield scalar(type, bytes, start, start + 1 + Integer.BYTES, length, limit);
            }
            default -> scalar(type, bytes, start, start + 1, EncodedTypes.fixedSize(type), limit);
        };
    }

    private static EncodedValue scalar(VariantType type, byte[] bytes, int start, int payload, long length, int limit) {
        checkRoom(type, "value", length, limit - payload);
        return new EncodedValue(bytes, start, type, payload + (int) length - start, payload, 0, 0, 0, 0, 0);
    }

    private static EncodedValue container(
            VariantType type, byte[] bytes, int start, int limit, boolean isLarge, int idWidth, int offsetWidth) {
        int countWidth = isLarge ? Integer.BYTES : 1;
        int ids = start + 1 + countWidth;
        checkRoom(type, "num_elements", countWidth, limit - start - 1);
        long count = LittleEndian.getUnsigned(bytes, start + 1, countWidth);
        long lists = count * idWidth + (count + 1) * offsetWidth;
        if (lists > limit - ids) {
            throw new CorruptFileException("VARIANT " + type + ": num_elements " + count + " needs " + lists
                    + " bytes of ids and offsets, there are " + (limit - ids));
        }
        int payload = ids + (int) lists;
        long length = LittleEndian.getUnsigned(bytes, payload - offsetWidth, offsetWidth);
        checkRoom(type, "last field_offset", length, limit - payload);
        return new EncodedValue(
                bytes,
                start,
                type,
                payload + (int) length - start,
                payload,
                (int) count,
                ids,
                idWidth,
                ids + (int) count * idWidth,
                offsetWidth);
    }

    private static void checkRoom(VariantType type, String part, long needed, int left) {
        if (needed > left) {
            throw new CorruptFileException(
                    "VARIANT " + type + ": " + part + " of " + needed + " bytes, there are " + Math.max(0, left));
        }
    }

    /** Whether a BOOLEAN is true. */
    public boolean isTrue() {
        return (bytes[start] & 0xFF) >>> 2 == EncodedTypes.TRUE_ID;
    }

    /** Returns the value of an integer, DATE, TIME or timestamp. */
    public long number() {
        return switch (type) {
            case INT8 -> bytes[payload];
            case INT16 -> LittleEndian.getShort(bytes, payload);
            case INT32, DATE -> LittleEndian.getInt(bytes, payload);
            default -> LittleEndian.getLong(bytes, payload);
        };
    }

    /** Returns the scale of a decimal, which may be invalid. */
    public int scale() {
        return bytes[payload] & 0xFF;
    }

    /** Returns the size of the value without its type, length, ids and offsets, in bytes. */
    public int payloadSize() {
        return start + size - payload;
    }

    /** Returns the id of a field's name, or -1 if the id exceeds 31 bits. */
    public int fieldId(int index) {
        Objects.checkIndex(index, count);
        long id = LittleEndian.getUnsigned(bytes, ids + index * idWidth, idWidth);
        return id > Integer.MAX_VALUE ? -1 : (int) id;
    }

    /**
     * Returns a field of an object or an element of an array.
     *
     * @throws CorruptFileException if its offsets are invalid
     */
    public EncodedValue child(int index) {
        Objects.checkIndex(index, count);
        long from = fieldOffset(index);
        int length = payloadSize();
        long to = type == VariantType.ARRAY ? fieldOffset(index + 1) : length;
        if (from >= to || to > length) {
            throw new CorruptFileException("VARIANT " + type + ": field_offset " + index + " is " + from
                    + ", the value ends at " + to + " of " + length);
        }
        return read(bytes, payload + (int) from, payload + (int) to);
    }

    private long fieldOffset(int index) {
        return LittleEndian.getUnsigned(bytes, offsets + index * offsetWidth, offsetWidth);
    }

    /**
     * Checks that the values in an object or array do not overlap, so that few bytes cannot represent many values.
     *
     * @throws CorruptFileException if they overlap
     */
    public void checkDisjoint() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += child(i).size();
        }
        if (sum > payloadSize()) {
            throw new CorruptFileException(
                    "VARIANT " + type + ": values of " + sum + " bytes overlap in " + payloadSize());
        }
    }

    /**
     * Checks that no two fields of an object have the same name. Does not check the order of the fields.
     *
     * @throws CorruptFileException if two fields have the same name, or a name is invalid
     */
    public void checkUniqueNames(EncodedNames names) {
        for (int i = 1; i < count; i++) {
            if (names.compare(fieldId(i - 1), fieldId(i)) >= 0) {
                checkNamesInAnyOrder(names);
                return;
            }
        }
    }

    private void checkNamesInAnyOrder(EncodedNames names) {
        Set<ByteBuffer> seen = new HashSet<>();
        for (int i = 0; i < count; i++) {
            if (!seen.add(ByteBuffer.wrap(names.nameBytes(fieldId(i))))) {
                throw new CorruptFileException("VARIANT OBJECT: two fields are named " + names.name(fieldId(i)));
            }
        }
    }

    /**
     * Checks the nesting of objects and arrays.
     *
     * @throws UnsupportedFeatureException if it exceeds {@link #MAX_DEPTH}
     */
    public static void checkDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new UnsupportedFeatureException("VARIANT value nested deeper than " + MAX_DEPTH + " levels");
        }
    }
}
