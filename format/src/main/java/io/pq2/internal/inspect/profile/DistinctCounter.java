package io.pq2.internal.inspect.profile;

/**
 * Estimates the number of distinct hashes with 2<sup>14</sup> registers of the longest run of leading zeros
 * (HyperLogLog, Flajolet and others 2007). Counts empty registers instead while there are many (linear counting). The
 * standard error is 1.04 / sqrt(2<sup>14</sup>), which is 0.8 %.
 */
final class DistinctCounter {

    private static final int BITS = 14;
    private static final int COUNT = 1 << BITS;
    private static final double BIAS = 0.7213 / (1 + 1.079 / COUNT);
    /** Linear counting is more exact below this multiple of the registers. */
    private static final double LINEAR_LIMIT = 2.5;

    private final byte[] registers = new byte[COUNT];

    /** Adds a hash whose bits are uniformly distributed. */
    void add(long hash) {
        int register = (int) (hash >>> (Long.SIZE - BITS));
        int zeros = Long.numberOfLeadingZeros((hash << BITS) | (1L << (BITS - 1)));
        registers[register] = (byte) Math.max(registers[register], zeros + 1);
    }

    /** Returns the estimate. */
    long estimate() {
        double sum = 0;
        int empty = 0;
        for (byte register : registers) {
            sum += 1.0 / (1L << register);
            empty += register == 0 ? 1 : 0;
        }
        double estimate = BIAS * COUNT * COUNT / sum;
        return estimate <= LINEAR_LIMIT * COUNT && empty > 0
                ? Math.round(COUNT * Math.log((double) COUNT / empty))
                : Math.round(estimate);
    }
}
