package io.pq2.internal.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads and writes little-endian numbers at any index of a byte array.
 *
 * <p>Each method throws {@link IndexOutOfBoundsException} if the bytes are not all within the array.
 */
public final class LittleEndian {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** Reads 2 bytes. */
    public static short getShort(byte[] bytes, int index) {
        return (short) SHORT.get(bytes, index);
    }

    /** Reads 4 bytes. */
    public static int getInt(byte[] bytes, int index) {
        return (int) INT.get(bytes, index);
    }

    /** Reads 8 bytes. */
    public static long getLong(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index);
    }

    /** Reads up to 8 bytes: bytes after the end of the array count as 0. */
    public static long getLongPadded(byte[] bytes, int index) {
        if (index <= bytes.length - Long.BYTES) {
            return getLong(bytes, index);
        }
        long word = 0;
        for (int i = bytes.length - 1; i >= index; i--) {
            word = word << 8 | bytes[i] & 0xFF;
        }
        return word;
    }

    /** Reads an unsigned number of {@code width} bytes, 1 to 4. */
    public static long getUnsigned(byte[] bytes, int index, int width) {
        long value = 0;
        for (int i = width - 1; i >= 0; i--) {
            value = value << 8 | bytes[index + i] & 0xFF;
        }
        return value;
    }

    /** Writes 4 bytes. */
    public static void putInt(byte[] bytes, int index, int value) {
        INT.set(bytes, index, value);
    }

    /** Writes 8 bytes. */
    public static void putLong(byte[] bytes, int index, long value) {
        LONG.set(bytes, index, value);
    }

    /** Writes the low {@code width} bytes of a number, 1 to 4. */
    public static void putUnsigned(byte[] bytes, int index, int width, int value) {
        for (int i = 0; i < width; i++) {
            bytes[index + i] = (byte) (value >>> 8 * i);
        }
    }

    /** Returns the number of bytes, at least 1, that an unsigned number needs. */
    public static int unsignedWidth(int value) {
        return Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(value) + 7) / 8);
    }
}
