package io.pq2.internal.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian words at any index of a byte array, bounds checked by the virtual machine. */
public final class LittleEndian {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    public static int getInt(byte[] bytes, int index) {
        return (int) INT.get(bytes, index);
    }

    public static long getLong(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index);
    }

    public static void putInt(byte[] bytes, int index, int value) {
        INT.set(bytes, index, value);
    }

    public static void putLong(byte[] bytes, int index, long value) {
        LONG.set(bytes, index, value);
    }

    /** The 8 bytes from {@code index} on; those behind the array's end count as 0. */
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
}
