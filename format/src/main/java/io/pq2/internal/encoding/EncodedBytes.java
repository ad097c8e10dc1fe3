package io.pq2.internal.encoding;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.internal.io.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing byte array to which encoders append little-endian numbers. Reusable after {@link #reset}. Not thread-safe.
 */
public final class EncodedBytes {

    private static final int MAX_SIZE = Integer.MAX_VALUE - 64;
    private static final int DEFAULT_CAPACITY = 1024;

    private final int maxSize;
    private byte[] bytes;
    private int size;

    /** Creates an empty array with the default capacity. */
    public EncodedBytes() {
        this(DEFAULT_CAPACITY);
    }

    /** @param capacity the initial capacity in bytes */
    public EncodedBytes(int capacity) {
        this(capacity, MAX_SIZE);
    }

    private EncodedBytes(int capacity, int maxSize) {
        this.maxSize = maxSize;
        this.bytes = new byte[capacity];
    }

    /**
     * Returns an empty array for values that are assembled from those of a file. It has at most a quarter of the JVM's
     * maximum heap, because a few bytes of dictionary ids can name values of many bytes.
     */
    public static EncodedBytes ofHeap() {
        return new EncodedBytes(DEFAULT_CAPACITY, (int) Math.min(MAX_SIZE, DecodeLimits.defaultDecodingBytes() / 2));
    }

    /** Returns the array; its first {@link #size} bytes are valid. Appending bytes may replace the array. */
    public byte[] array() {
        return bytes;
    }

    /** Returns the number of bytes. */
    public int size() {
        return size;
    }

    /** Returns a copy of the bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Removes all bytes and keeps the capacity. */
    public void reset() {
        size = 0;
    }

    /** Removes all bytes and frees the memory. */
    public void release() {
        bytes = new byte[64];
        size = 0;
    }

    /**
     * Ensures capacity for {@code count} more bytes.
     *
     * @return the index in {@link #array} of the first new byte; call {@link #advance} after writing them
     * @throws InvalidDataException if all bytes would not fit an array
     * @throws UnsupportedFeatureException if they would exceed the limit of {@link #ofHeap}
     */
    public int reserve(long count) {
        if (count > bytes.length - size) {
            grow(size + count);
        }
        return size;
    }

    private void grow(long needed) {
        if (needed > maxSize && maxSize < MAX_SIZE) {
            throw new UnsupportedFeatureException("values that take more than " + maxSize
                    + " bytes together when they are assembled, a quarter of the JVM's maximum heap; read fewer rows at"
                    + " once");
        }
        if (needed > MAX_SIZE) {
            throw new InvalidDataException("a page or dictionary needs " + needed + " bytes; the maximum is " + MAX_SIZE
                    + ". Choose a smaller page size.");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(maxSize, Math.max(needed, 2L * bytes.length)));
    }

    /** Appends {@code count} bytes that the caller wrote into the array after {@link #reserve}. */
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

    /** Replaces 4 existing bytes at {@code position}. */
    public void setInt(int position, int value) {
        LittleEndian.putInt(bytes, position, value);
    }

    /** Appends {@code count} bytes of {@code src}. */
    public void putBytes(byte[] src, int offset, int count) {
        reserve(count);
        System.arraycopy(src, offset, bytes, size, count);
        size += count;
    }

    /** Appends the bytes of another object. */
    public void putBytes(EncodedBytes other) {
        putBytes(other.bytes, 0, other.size);
    }

    /** Appends 4 bytes for each value. */
    public void putInts(int[] src, int offset, int count) {
        room(count, Integer.BYTES).asIntBuffer().put(src, offset, count);
        size += count * Integer.BYTES;
    }

    /** Appends 8 bytes for each value. */
    public void putLongs(long[] src, int offset, int count) {
        room(count, Long.BYTES).asLongBuffer().put(src, offset, count);
        size += count * Long.BYTES;
    }

    /** Appends 4 bytes for each value. Payloads of NaNs are preserved. */
    public void putFloats(float[] src, int offset, int count) {
        room(count, Float.BYTES).asFloatBuffer().put(src, offset, count);
        size += count * Float.BYTES;
    }

    /** Appends 8 bytes for each value. Payloads of NaNs are preserved. */
    public void putDoubles(double[] src, int offset, int count) {
        room(count, Double.BYTES).asDoubleBuffer().put(src, offset, count);
        size += count * Double.BYTES;
    }

    private ByteBuffer room(int count, int width) {
        reserve((long) count * width);
        return ByteBuffer.wrap(bytes, size, count * width).order(ByteOrder.LITTLE_ENDIAN);
    }
}
