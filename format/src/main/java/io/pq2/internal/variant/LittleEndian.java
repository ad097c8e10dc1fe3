package io.pq2.internal.variant;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers at any index of a byte array, of which the caller knows that it holds them. */
public final class LittleEndian {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** A number of 1 to 4 bytes without sign. */
    public static long unsigned(byte[] bytes, int index, int width) {
        long value = 0;
        for (int i = width - 1; i >= 0; i--) {
            value = value << 8 | bytes[index + i] & 0xFF;
        }
        return value;
    }

    /** Writes the low {@code width} bytes of a number. */
    static void put(byte[] bytes, int index, int width, int value) {
        for (int i = 0; i < width; i++) {
            bytes[index + i] = (byte) (value >>> 8 * i);
        }
    }

    /** How many bytes a number of no sign takes, at least 1. */
    static int width(int value) {
        return Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(value) + 7) / 8);
    }

    public static short getShort(byte[] bytes, int index) {
        return (short) SHORT.get(bytes, index);
    }

    public static int getInt(byte[] bytes, int index) {
        return (int) INT.get(bytes, index);
    }

    public static long getLong(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index);
    }
}
