package io.pq2.spark.internal.column;

import java.math.BigInteger;

/** Unscaled decimals as big-endian two's complement bytes (LogicalTypes.md, DECIMAL). No bytes at all are taken as zero. */
final class UnscaledBytes {

    private UnscaledBytes() {}

    /** The number in {@code length} bytes from {@code start} on. */
    static BigInteger integer(byte[] bytes, int start, int length) {
        return length == 0 ? BigInteger.ZERO : new BigInteger(bytes, start, length);
    }

    /** The lowest 64 bits of the number in {@code length} bytes from {@code start} on. */
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
