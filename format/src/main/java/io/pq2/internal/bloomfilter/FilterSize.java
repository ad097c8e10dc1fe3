package io.pq2.internal.bloomfilter;

/**
 * Computes the sizes of bloom filters (BloomFilter.md, "Sizing an SBBF"). All sizes are powers of two: the format
 * allows any number of blocks, but some readers, Arrow's among them, do not.
 */
public final class FilterSize {

    /** The size of the smallest filter, one block, in bytes. */
    public static final int MIN_BYTES = 32;

    /** The size of the largest filter that readers accept, in bytes. parquet-java rejects larger ones. */
    public static final int MAX_BYTES = 128 << 20;

    /** The mean number of values in a block from which on nearly all bits are set. */
    private static final double SATURATED_LOAD = 500;

    private FilterSize() {}

    /**
     * Returns the smallest size, in bytes, that reaches a false-positive probability, or the largest allowed size.
     *
     * @param distinctValues the number of distinct values
     * @param falsePositiveProbability between 0 and 1
     * @param maxBytes the maximum size, at least {@link #MIN_BYTES}; rounded down to a power of two
     */
    public static int bytes(long distinctValues, double falsePositiveProbability, int maxBytes) {
        int max = Integer.highestOneBit(maxBytes);
        int bytes = MIN_BYTES;
        while (bytes < max && falsePositiveProbability(distinctValues, bytes) > falsePositiveProbability) {
            bytes <<= 1;
        }
        return bytes;
    }

    /**
     * Returns the expected false-positive probability of a filter.
     *
     * <p>The number of values in a block is Poisson distributed. With k values in a block, a bit of each of its eight
     * words is set with probability 1 - (31/32)^k. A false positive needs a set bit in all eight words.
     */
    static double falsePositiveProbability(long distinctValues, int bytes) {
        double load = (double) distinctValues * MIN_BYTES / bytes;
        if (load > SATURATED_LOAD) {
            return 1;
        }
        int last = (int) (load + 12 * Math.sqrt(load) + 20);
        double probability = Math.exp(-load);
        double clear = 1;
        double sum = 0;
        for (int k = 1; k <= last; k++) {
            probability *= load / k;
            clear *= 31.0 / 32;
            sum += probability * Math.pow(1 - clear, SplitBlock.WORDS);
        }
        return sum;
    }
}
