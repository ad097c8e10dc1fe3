package io.pq2.internal.predicate.filter;

import io.pq2.internal.statistics.BinaryOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;

/**
 * Decimals in bytes, big-endian two's complement, from one to another, both included. Those of up to 16 bytes are compared as a
 * number of 128 bits in two halves, without branches; no bytes at all are 0.
 */
final class DecimalRange extends BytesCheck {

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final BigInteger MIN = BigInteger.ONE.shiftLeft(127).negate();
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);

    private final byte[] least;
    private final byte[] greatest;
    /** With the sign flipped, so that numbers order as unsigned ones. If none of up to 16 bytes is in range, the least is greater. */
    private final long leastHigh;

    private final long leastLow;
    private final long greatestHigh;
    private final long greatestLow;

    /**
     * @param least the least unscaled value, null for none
     * @param greatest the greatest unscaled value, null for none
     */
    DecimalRange(BigInteger least, BigInteger greatest) {
        this.least = least == null ? null : least.toByteArray();
        this.greatest = greatest == null ? null : greatest.toByteArray();
        BigInteger from = least == null ? MIN : least.max(MIN);
        BigInteger to = greatest == null ? MAX : greatest.min(MAX);
        boolean empty = from.compareTo(to) > 0;
        leastHigh = empty ? -1 : from.shiftRight(64).longValue() ^ Long.MIN_VALUE;
        leastLow = empty ? -1 : from.longValue();
        greatestHigh = empty ? 0 : to.shiftRight(64).longValue() ^ Long.MIN_VALUE;
        greatestLow = empty ? 0 : to.longValue();
    }

    @Override
    public long test(byte[] bytes, int[] starts, int[] lengths, int from, long wanted) {
        long hits = 0;
        for (long left = wanted; left != 0; left &= left - 1) {
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
        return (isLess(high, low, leastHigh, leastLow) | isLess(greatestHigh, greatestLow, high, low)) == 0;
    }

    /** 1 if one unsigned number of 128 bits is less than another, otherwise 0: the borrow out of their difference. */
    private static long isLess(long high, long low, long otherHigh, long otherLow) {
        long borrow = (~low & otherLow | ~(low ^ otherLow) & low - otherLow) >>> 63;
        return (~high & otherHigh | ~(high ^ otherHigh) & high - otherHigh - borrow) >>> 63;
    }

    /** The number in fewer than eight bytes. */
    private static long signed(byte[] bytes, int start, int length) {
        long value = length == 0 ? 0 : bytes[start];
        for (int i = 1; i < length; i++) {
            value = value << 8 | bytes[start + i] & 0xFF;
        }
        return value;
    }

    private boolean isInLong(byte[] bytes, int start, int length) {
        BinaryOrder order = BinaryOrder.TWOS_COMPLEMENT;
        return (least == null || order.compare(bytes, start, length, least, 0, least.length) >= 0)
                && (greatest == null || order.compare(bytes, start, length, greatest, 0, greatest.length) <= 0);
    }
}
