package io.pq2.fuzz.bytes;

import java.util.Arrays;

/** A growing array of bytes. */
public final class Bytes {

    private byte[] bytes = new byte[512];
    private int size;

    public int size() {
        return size;
    }

    public void add(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    public void add(byte[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }

    /** Adds four bytes in little-endian order. */
    public void addInt(int value) {
        add(value);
        add(value >>> 8);
        add(value >>> 16);
        add(value >>> 24);
    }

    private void reserve(int count) {
        if (size + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
        }
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Returns four bytes of an array in little-endian order. */
    public static int intAt(byte[] array, int index) {
        return array[index] & 0xFF
                | (array[index + 1] & 0xFF) << 8
                | (array[index + 2] & 0xFF) << 16
                | array[index + 3] << 24;
    }
}
