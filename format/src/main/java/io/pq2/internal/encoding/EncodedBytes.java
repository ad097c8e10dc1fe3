package io.pq2.internal.encoding;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.io.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes in the making: an array that grows at its end, little endian. Used by one thread at a time, and used again for the next page
 * after {@link #reset}.
 */
public final class EncodedBytes {

    private static final int MAX_SIZE = Integer.MAX_VALUE - 64;
    private static final int DEFAULT_CAPACITY = 1024;

    private byte[] bytes;
    private int size;

    public EncodedBytes() {
        this(DEFAULT_CAPACITY);
    }

    /** @param capacity how many bytes to make room for at once */
    public EncodedBytes(int capacity) {
        bytes = new byte[capacity];
    }

    /** The array that holds the bytes, from 0 to {@link #size}; another one once more bytes were added. */
    public byte[] array() {
        return bytes;
    }

    /** How many bytes there are. */
    public int size() {
        return size;
    }

    /** A copy of the bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Forgets the bytes and keeps the room. */
    public void reset() {
        size = 0;
    }

    /** Forgets the bytes and the room. */
    public void release() {
        bytes = new byte[64];
        size = 0;
    }

    /**
     * Makes room for {@code count} more bytes.
     *
     * @return where they go in {@link #array}; {@link #advance} makes them count
     * @throws InvalidDataException if there would be more bytes than an array holds
     */
    public int reserve(long count) {
        if (count > bytes.length - size) {
            grow(size + count);
        }
        return size;
    }

    private void grow(long needed) {
        if (needed > MAX_SIZE) {
            throw new InvalidDataException("a page or dictionary of " + needed + " bytes, at most " + MAX_SIZE
                    + " fit an array; ask for smaller pages");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_SIZE, Math.max(needed, 2L * bytes.length)));
    }

    /** Counts {@code count} bytes that were written behind the others after {@link #reserve}. */
    public void advance(int count) {
        size += count;
    }

    /** Appends the low 8 bits of {@code value}. */
    public void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    /** Appends 4 bytes. */
    public void putInt(int value) {
        reserve(Integer.BYTES);
        LittleEndian.putInt(bytes, size, value);
        size += Integer.BYTES;
    }

    /** Appends 8 bytes. */
    public void putLong(long value) {
        reserve(Long.BYTES);
        LittleEndian.putLong(bytes, size, value);
        size += Long.BYTES;
    }

    /** Appends {@code value}, taken as unsigned, as a ULEB128 varint. */
    public void putVarint(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Replaces the 4 bytes from {@code position} on, which are there already. */
    public void setInt(int position, int value) {
        LittleEndian.putInt(bytes, position, value);
    }

    /** Appends bytes. */
    public void putBytes(byte[] src, int offset, int count) {
        reserve(count);
        System.arraycopy(src, offset, bytes, size, count);
        size += count;
    }

    /** Appends what another buffer holds. */
    public void putBytes(EncodedBytes other) {
        putBytes(other.bytes, 0, other.size);
    }

    /** Appends 4 bytes a value. */
    public void putInts(int[] src, int offset, int count) {
        room(count, Integer.BYTES).asIntBuffer().put(src, offset, count);
        size += count * Integer.BYTES;
    }

    /** Appends 8 bytes a value. */
    public void putLongs(long[] src, int offset, int count) {
        room(count, Long.BYTES).asLongBuffer().put(src, offset, count);
        size += count * Long.BYTES;
    }

    /** Appends 4 bytes a value, the payload of a NaN kept. */
    public void putFloats(float[] src, int offset, int count) {
        room(count, Float.BYTES).asFloatBuffer().put(src, offset, count);
        size += count * Float.BYTES;
    }

    /** Appends 8 bytes a value, the payload of a NaN kept. */
    public void putDoubles(double[] src, int offset, int count) {
        room(count, Double.BYTES).asDoubleBuffer().put(src, offset, count);
        size += count * Double.BYTES;
    }

    private ByteBuffer room(int count, int width) {
        reserve((long) count * width);
        return ByteBuffer.wrap(bytes, size, count * width).order(ByteOrder.LITTLE_ENDIAN);
    }
}
