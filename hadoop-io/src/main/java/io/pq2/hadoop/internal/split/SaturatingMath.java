package io.pq2.hadoop.internal.split;

/** Arithmetic on sizes from files, which may be any non-negative number. */
public final class SaturatingMath {

    private SaturatingMath() {}

    /** Returns the sum of two non-negative numbers; {@link Long#MAX_VALUE} if it overflows. */
    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
