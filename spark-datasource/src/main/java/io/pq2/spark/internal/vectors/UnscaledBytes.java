package io.pq2.spark.internal.vectors;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.math.BigInteger;

/**
 * Decodes unscaled decimals from integers, or from big-endian two's complement bytes (LogicalTypes.md, DECIMAL). An
 * empty value is zero.
 */
public final class UnscaledBytes {

    private static final BigInteger TWO_TO_THE_64TH = BigInteger.ONE.shiftLeft(Long.SIZE);

    private UnscaledBytes() {}

    /**
     * Returns the number in a slot.
     *
     * @param unscaled integers, or bytes
     * @param unsigned whether integers are unsigned
     */
    public static BigInteger integer(Vector unscaled, int slot, boolean unsigned) {
        if (unscaled instanceof IntVector ints) {
            int value = ints.values()[slot];
            return BigInteger.valueOf(unsigned ? Integer.toUnsignedLong(value) : value);
        }
        if (unscaled instanceof LongVector longs) {
            long value = longs.values()[slot];
            BigInteger signed = BigInteger.valueOf(value);
            return value < 0 && unsigned ? signed.add(TWO_TO_THE_64TH) : signed;
        }
        if (unscaled instanceof FixedBinaryVector fixed) {
            return integer(fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
        }
        BinaryVector slices = (BinaryVector) unscaled;
        return integer(slices.bytes(), slices.starts()[slot], slices.lengths()[slot]);
    }

    /** Returns the number in {@code length} bytes from {@code start}. */
    public static BigInteger integer(byte[] bytes, int start, int length) {
        return length == 0 ? BigInteger.ZERO : new BigInteger(bytes, start, length);
    }

    /** Returns the lowest 64 bits of the number in {@code length} bytes from {@code start}. */
    public static long low64(byte[] bytes, int start, int length) {
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
