package io.pq2.hadoop;

/** Sums of sizes that come from files, which may be anything but negative. */
final class Saturated {

    private Saturated() {}

    /** The sum of two numbers that are not negative, or the greatest number there is. */
    static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
