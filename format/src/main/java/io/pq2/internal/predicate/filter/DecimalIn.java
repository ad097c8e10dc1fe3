package io.pq2.internal.predicate.filter;

import java.math.BigInteger;
import java.util.List;

/**
 * Passes decimals stored as big-endian two's complement bytes that are in a set. Leading bytes that only repeat the
 * sign do not count. An empty value counts as 0.
 */
final class DecimalIn extends BytesCheck {

    private final BytesIn set;
    private final boolean hasZero;

    /** @param unscaled the unscaled values, at least one */
    DecimalIn(List<BigInteger> unscaled) {
        set = new BytesIn(unscaled.stream().map(BigInteger::toByteArray).toList());
        hasZero = unscaled.contains(BigInteger.ZERO);
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
        if (length == 0) {
            return hasZero;
        }
        int last = start + length - 1;
        int first = start;
        // A byte of sign bits is needed only if the next one begins with the other bit.
        while (first < last && bytes[first] == bytes[first + 1] >> Byte.SIZE - 1) {
            first++;
        }
        return set.contains(bytes, first, last - first + 1);
    }
}
