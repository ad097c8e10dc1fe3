package io.pq2.internal.predicate.filter;

import io.pq2.internal.statistics.BinaryOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Passes decimals stored as big-endian two's complement bytes that lie in a closed range. Values of up to 16 bytes
 * are compared without branches as a 128-bit number of two longs. An empty value counts as 0.
 */
final class DecimalRange extends BytesCheck {

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final BigInteger MIN = BigInteger.ONE.shiftLeft(127).negate();
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);

    private final byte @Nullable [] min;
    private final byte @Nullable [] max;
    /**
     * The bounds with the sign bit flipped, so that they order as unsigned numbers. The range is empty if min exceeds
     * max.
     */
    private final long minHigh;

    private final long minLow;
    private final long maxHigh;
    private final long maxLow;

    /**
     * @param min the smallest unscaled value; absent when unbounded
     * @param max the largest unscaled value; absent when unbounded
     */
    DecimalRange(@Nullable BigInteger min, @Nullable BigInteger max) {
        this.min = min == null ? null : min.toByteArray();
        this.max = max == null ? null : max.toByteArray();
        BigInteger from = min == null ? MIN : min.max(MIN);
        BigInteger to = max == null ? MAX : max.min(MAX);
        boolean empty = from.compareTo(to) > 0;
        minHigh = empty ? -1 : from.shiftRight(64).longValue() ^ Long.MIN_VALUE;
        minLow = empty ? -1 : from.longValue();
        maxHigh = empty ? 0 : to.shiftRight(64).longValue() ^ Long.MIN_VALUE;
        maxLow = empty ? 0 : to.longValue();
    }

    @Override
    public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
        long hits = 0;
        for (long left = tested; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            hits |= isIn(bytes, starts[from + i], lengths[from + i]) ? 1L << i : 0;
        }
        return hits;
    }

    private boolean isIn(byte[] bytes, int start, int length) {
        if (length > 2 * Long.BYTES) {
            return isInLong(bytes, start, length);
        }
        long high;
        long low;
        if (length >= Long.BYTES) {
            low = (long) BIG_ENDIAN.get(bytes, start + length - Long.BYTES);
            long first = (long) BIG_ENDIAN.get(bytes, start);
            high = length == Long.BYTES ? low >> 63 : first >> (2 * Long.BYTES - length) * Byte.SIZE;
        } else {
            low = signed(bytes, start, length);
            high = low >> 63;
        }
        high ^= Long.MIN_VALUE; // unsigned order
        return (isLess(high, low, minHigh, minLow) | isLess(maxHigh, maxLow, high, low)) == 0;
    }

    /** Returns 1 if one unsigned 128-bit number is less than another, otherwise 0: the borrow of their difference. */
    private static long isLess(long high, long low, long otherHigh, long otherLow) {
        long borrow = (~low & otherLow | ~(low ^ otherLow) & low - otherLow) >>> 63;
        return (~high & otherHigh | ~(high ^ otherHigh) & high - otherHigh - borrow) >>> 63;
    }

    /** Decodes a number of fewer than eight bytes. */
    private static long signed(byte[] bytes, int start, int length) {
        long value = length == 0 ? 0 : bytes[start];
        for (int i = 1; i < length; i++) {
            value = value << 8 | bytes[start + i] & 0xFF;
        }
        return value;
    }

    private boolean isInLong(byte[] bytes, int start, int length) {
        BinaryOrder order = BinaryOrder.TWOS_COMPLEMENT;
        return (min == null || order.compare(bytes, start, length, min, 0, min.length) >= 0)
                && (max == null || order.compare(bytes, start, length, max, 0, max.length) <= 0);
    }
}
