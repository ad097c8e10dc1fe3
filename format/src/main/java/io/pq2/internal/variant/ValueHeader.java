package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.LittleEndian;
import io.pq2.variant.VariantType;

/**
 * The layout of an encoded value. It is checked against the bounds of the bytes, except for the field ids and offsets
 * of an object or array, which are checked when they are used.
 *
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
public record ValueHeader(
        VariantType type, int size, int payload, int count, int ids, int idWidth, int offsets, int offsetWidth) {

    public static final int PRIMITIVE = 0;
    public static final int SHORT_STRING = 1;
    public static final int OBJECT = 2;
    static final int ARRAY = 3;

    /**
     * Reads the header of the value that starts at {@code start} and ends at {@code limit} or before.
     *
     * @throws CorruptFileException if the value exceeds the limit
     */
    public static ValueHeader read(byte[] bytes, int start, int limit) {
        if (start >= limit) {
            throw new CorruptFileException("VARIANT value: value_metadata is missing, there are 0 bytes");
        }
        VariantType type = VariantType.of(bytes[start]);
        int header = (bytes[start] & 0xFF) >>> 2;
        if ((bytes[start] & 3) == SHORT_STRING) {
            return scalar(type, start, start + 1, header, limit);
        }
        return switch (type) {
            case OBJECT ->
                container(type, bytes, start, limit, (header & 0x10) != 0, (header >>> 2 & 3) + 1, (header & 3) + 1);
            case ARRAY -> container(type, bytes, start, limit, (header & 4) != 0, 0, (header & 3) + 1);
            case BINARY, STRING -> {
                checkRoom(type, "size", Integer.BYTES, limit - start - 1);
                long length = LittleEndian.getUnsigned(bytes, start + 1, Integer.BYTES);
                yield scalar(type, start, start + 1 + Integer.BYTES, length, limit);
            }
            default -> scalar(type, start, start + 1, type.fixedSize(), limit);
        };
    }

    private static ValueHeader scalar(VariantType type, int start, int payload, long length, int limit) {
        checkRoom(type, "value", length, limit - payload);
        return new ValueHeader(type, payload + (int) length - start, payload, 0, 0, 0, 0, 0);
    }

    private static ValueHeader container(
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
        return new ValueHeader(
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
}
