package io.pq2.hadoop.internal.split;

/** Sums of sizes that come from files, which may be anything but negative. */
public final class SaturatingMath {

    private SaturatingMath() {}

    /** The sum of two numbers that are not negative, or the greatest number there is. */
    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
