package io.pq2.internal.bloomfilter;

/**
 * How large a filter must be ("Sizing an SBBF" in BloomFilter.md). Sizes are powers of two: the format takes any number of blocks,
 * but some readers, Arrow's among them, do not.
 */
public final class FilterSize {

    /** The bytes of one block. */
    public static final int LEAST_BYTES = 32;

    /** As many bytes as readers take; parquet-java refuses more. */
    public static final int MOST_BYTES = 128 << 20;

    /** With as many values in each block nearly all bits are set. */
    private static final double FULL = 500;

    private FilterSize() {}

    /**
     * The smallest size at which a filter of so many distinct values has no more false positives than asked for.
     *
     * @param falsePositives between 0 and 1
     * @param mostBytes at least {@link #LEAST_BYTES}; the greatest power of two in it is the greatest size
     */
    public static int bytes(long distinctValues, double falsePositives, int mostBytes) {
        int most = Integer.highestOneBit(mostBytes);
        int bytes = LEAST_BYTES;
        while (bytes < most && falsePositives(distinctValues, bytes) > falsePositives) {
            bytes <<= 1;
        }
        return bytes;
    }

    /**
     * The expected part of values that are said to be there without being there, in a filter of some bytes.
     *
     * <p>How many values fall into a block is Poisson distributed. With k of them, a bit of each word is set with probability
     * 1 - (31/32)^k, and all eight must be.
     */
    static double falsePositives(long distinctValues, int bytes) {
        double load = (double) distinctValues * LEAST_BYTES / bytes;
        if (load > FULL) {
            return 1;
        }
        int last = (int) (load + 12 * Math.sqrt(load) + 20);
        double probability = Math.exp(-load);
        double free = 1;
        double sum = 0;
        for (int k = 1; k <= last; k++) {
            probability *= load / k;
            free *= 31.0 / 32;
            sum += probability * Math.pow(1 - free, SplitBlock.WORDS);
        }
        return sum;
    }
}
