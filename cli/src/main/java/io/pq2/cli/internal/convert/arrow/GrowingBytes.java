package io.pq2.cli.internal.convert.arrow;

import io.pq2.exception.InvalidDataException;
import java.util.Arrays;

/** Little-endian bytes of a buffer that grows. */
final class GrowingBytes {

    private static final int FIRST_CAPACITY = 1 << 10;
    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 1024;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int size;

    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        // Bits are only set, never cleared.
        Arrays.fill(bytes, 0, size, (byte) 0);
        size = 0;
    }

    private int reserve(int count) {
        if (count > MAX_CAPACITY - size) {
            throw new InvalidDataException("the values of one batch have more than " + MAX_CAPACITY + " bytes");
        }
        int start = size;
        size += count;
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_CAPACITY, Math.max(2L * bytes.length, size)));
        }
        return start;
    }

    /** Appends zeros. */
    void addZeros(int count) {
        reserve(count);
    }

    /** Appends the lowest bytes of a number, the lowest first. */
    void add(long number, int count) {
        int start = reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[start + i] = (byte) (number >> i * Byte.SIZE);
        }
    }

    void add(byte[] added) {
        int start = reserve(added.length);
        System.arraycopy(added, 0, bytes, start, added.length);
    }

    /** Sets the bit of an index, the lowest of a byte first, and appends the byte if it is new. */
    void setBit(int index, boolean value) {
        int needed = index / Byte.SIZE + 1;
        if (needed > size) {
            reserve(needed - size);
        }
        if (value) {
            bytes[index / Byte.SIZE] |= (byte) (1 << index % Byte.SIZE);
        }
    }
}
