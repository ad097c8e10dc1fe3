package io.pq2.internal.variant;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.io.LittleEndian;
import io.pq2.variant.VariantType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/**
 * Appends encoded values to a buffer. The values of an object or array are written first; its header, which depends
 * on their sizes, is then inserted before them.
 */
public final class ValueWriter {

    private static final int MAX_SHORT_STRING = 63;
    private static final int MAX_SMALL_COUNT = 255;
    /** Up to this many fields are sorted by insertion. */
    private static final int FEW = 32;

    private final EncodedBytes out = EncodedBytes.ofHeap();
    private int[] ids = new int[16];
    private int[] offsets = new int[16];
    /** The number of fields and elements of all open objects and arrays. */
    private int open;

    public EncodedBytes bytes() {
        return out;
    }

    public void reset() {
        out.reset();
        open = 0;
    }

    /** Removes what was written after the first {@code size} bytes, and all open objects and arrays. */
    public void rewind(int size) {
        out.advance(size - out.size());
        open = 0;
    }

    private void type(VariantType type) {
        out.putByte(EncodedTypes.primitiveId(type) << 2);
    }

    public void putNull() {
        type(VariantType.NULL);
    }

    public void putBoolean(boolean value) {
        out.putByte((value ? EncodedTypes.TRUE_ID : EncodedTypes.TRUE_ID + 1) << 2);
    }

    /**
     * Appends a value whose type has a fixed size of up to 8 bytes.
     *
     * @param bits the value in the low bytes
     */
    public void putFixed(VariantType type, long bits) {
        type(type);
        int at = out.reserve(Long.BYTES);
        out.putLong(bits);
        out.advance(at + EncodedTypes.fixedSize(type) - out.size());
    }

    /** Appends a DECIMAL4 or DECIMAL8. */
    public void putDecimal(VariantType type, int scale, long unscaled) {
        type(type);
        out.putByte(scale);
        if (type == VariantType.DECIMAL4) {
            out.putInt((int) unscaled);
        } else {
            out.putLong(unscaled);
        }
    }

    /** Appends a DECIMAL16. The unscaled value has at most 127 bits. */
    public void putDecimal16(int scale, BigInteger unscaled) {
        type(VariantType.DECIMAL16);
        out.putByte(scale);
        out.putLong(unscaled.longValue());
        out.putLong(unscaled.shiftRight(Long.SIZE).longValue());
    }

    /** Appends a UUID of 16 bytes, big-endian. */
    public void putUuid(byte[] bytes, int start) {
        type(VariantType.UUID);
        out.putBytes(bytes, start, EncodedTypes.fixedSize(VariantType.UUID));
    }

    public void putBinary(byte[] bytes, int start, int length) {
        type(VariantType.BINARY);
        out.putInt(length);
        out.putBytes(bytes, start, length);
    }

    public void putString(byte[] utf8, int start, int length) {
        if (length <= MAX_SHORT_STRING) {
            out.putByte(length << 2 | EncodedTypes.SHORT_STRING);
        } else {
            type(VariantType.STRING);
            out.putInt(length);
        }
        out.putBytes(utf8, start, length);
    }

    /** Appends the bytes of a value, whose objects use the same metadata. */
    public void putEncoded(EncodedValue value) {
        out.putBytes(value.bytes(), value.start(), value.size());
    }

    /**
     * Starts an object or array.
     *
     * @return the frame to pass to the method that ends it
     */
    public Frame begin() {
        return new Frame(out.size(), open);
    }

    /**
     * An open object or array.
     *
     * @param start the index of its first byte
     * @param first the index of its first field or element in the lists of ids and offsets
     */
    public record Frame(int start, int first) {}

    /** Starts a field with the id of its name, or an array element with any id. */
    public void item(Frame frame, int id) {
        if (open == ids.length) {
            ids = Arrays.copyOf(ids, 2 * open);
            offsets = Arrays.copyOf(offsets, 2 * open);
        }
        ids[open] = id;
        offsets[open++] = out.size() - frame.start();
    }

    /** Removes the last {@link #item}, for which nothing was written. */
    void withdrawItem() {
        open--;
    }

    public void endArray(Frame frame) {
        int count = open - frame.first();
        int length = out.size() - frame.start();
        int offsetWidth = LittleEndian.unsignedWidth(length);
        boolean large = count > MAX_SMALL_COUNT;
        int lists = insert(
                frame, (large ? 4 : 0) | offsetWidth - 1, EncodedTypes.ARRAY, large, count, (count + 1L) * offsetWidth);
        putOffsets(lists, frame, count, offsetWidth, length);
    }

    /**
     * Ends an object.
     *
     * @param order compares names by their ids
     * @return the id of a name that more than one field has, -1 if there is none
     */
    public int endObject(Frame frame, IntBinaryOperator order) {
        int count = open - frame.first();
        sort(frame.first(), order);
        int greatest = 0;
        for (int i = frame.first(); i < open; i++) {
            if (i > frame.first() && order.applyAsInt(ids[i - 1], ids[i]) == 0) {
                return ids[i];
            }
            greatest = Math.max(greatest, ids[i]);
        }
        int length = out.size() - frame.start();
        int offsetWidth = LittleEndian.unsignedWidth(length);
        int idWidth = LittleEndian.unsignedWidth(greatest);
        boolean large = count > MAX_SMALL_COUNT;
        int lists = insert(
                frame,
                (large ? 0x10 : 0) | idWidth - 1 << 2 | offsetWidth - 1,
                EncodedTypes.OBJECT,
                large,
                count,
                (long) count * idWidth + (count + 1L) * offsetWidth);
        for (int i = 0; i < count; i++) {
            LittleEndian.putUnsigned(out.array(), lists + i * idWidth, idWidth, ids[frame.first() + i]);
        }
        putOffsets(lists + count * idWidth, frame, count, offsetWidth, length);
        return -1;
    }

    /** Inserts the header before the values and returns the index of the lists. */
    private int insert(Frame frame, int header, int basicType, boolean large, int count, long listBytes) {
        int countWidth = large ? Integer.BYTES : 1;
        long inserted = 1 + countWidth + listBytes;
        int end = out.reserve(inserted);
        byte[] bytes = out.array();
        System.arraycopy(bytes, frame.start(), bytes, frame.start() + (int) inserted, end - frame.start());
        out.advance((int) inserted);
        bytes[frame.start()] = (byte) (header << 2 | basicType);
        LittleEndian.putUnsigned(bytes, frame.start() + 1, countWidth, count);
        return frame.start() + 1 + countWidth;
    }

    private void putOffsets(int at, Frame frame, int count, int width, int length) {
        for (int i = 0; i < count; i++) {
            LittleEndian.putUnsigned(out.array(), at + i * width, width, offsets[frame.first() + i]);
        }
        LittleEndian.putUnsigned(out.array(), at + count * width, width, length);
        open = frame.first();
    }

    private void sort(int first, IntBinaryOperator order) {
        int sorted = first + 1;
        while (sorted < open && order.applyAsInt(ids[sorted - 1], ids[sorted]) <= 0) {
            sorted++;
        }
        if (sorted >= open) {
            return;
        }
        if (open - first <= FEW) {
            insertFrom(sorted, first, order);
            return;
        }
        int[] unsortedIds = Arrays.copyOfRange(ids, first, open);
        int[] unsortedOffsets = Arrays.copyOfRange(offsets, first, open);
        int[] permutation = IntStream.range(0, unsortedIds.length)
                .boxed()
                .sorted((a, b) -> order.applyAsInt(unsortedIds[a], unsortedIds[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int i = 0; i < permutation.length; i++) {
            ids[first + i] = unsortedIds[permutation[i]];
            offsets[first + i] = unsortedOffsets[permutation[i]];
        }
    }

    /** Sorts the fields by insertion, which suits few fields. Those before {@code from} are already sorted. */
    private void insertFrom(int from, int first, IntBinaryOperator order) {
        for (int next = from; next < open; next++) {
            int id = ids[next];
            int offset = offsets[next];
            int at = next;
            while (at > first && order.applyAsInt(ids[at - 1], id) > 0) {
                ids[at] = ids[at - 1];
                offsets[at] = offsets[at - 1];
                at--;
            }
            ids[at] = id;
            offsets[at] = offset;
        }
    }
}
