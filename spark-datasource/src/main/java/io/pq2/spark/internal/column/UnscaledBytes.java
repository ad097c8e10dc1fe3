package io.pq2.spark.internal.column;

import java.math.BigInteger;

/**
 * Decodes unscaled decimals from big-endian two's complement bytes (LogicalTypes.md, DECIMAL). An empty value is zero.
 */
final class UnscaledBytes {

    private UnscaledBytes() {}

    /** Returns the number in {@code length} bytes from {@code start}. */
    static BigInteger integer(byte[] bytes, int start, int length) {
        return length == 0 ? BigInteger.ZERO : new BigInteger(bytes, start, length);
    }

    /** Returns the lowest 64 bits of the number in {@code length} bytes from {@code start}. */
    static long low64(byte[] bytes, int start, int length) {
        if (length == 0) {
            return 0;
        }
        int end = start + length;
        int from = Math.max(start, end - Long.BYTES);
        long value = bytes[from];
        for (int i = from + 1; i < end; i++) {
            value = value << 8 | bytes[i] & 0xff;
        }
        return value;
    }
}
