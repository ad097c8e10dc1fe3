package io.pq2.write;

import io.pq2.internal.bloomfilter.FilterSize;

/**
 * Whether column chunks get a bloom filter, and which. {@link #OFF} and {@link #ON} are where to start from.
 *
 * <p>A chunk whose values are all in its dictionary has no filter, because the dictionary says more; a BOOLEAN column never has one.
 *
 * @param enabled whether there are filters
 * @param distinctValues how many distinct values a chunk is expected to have; 0 to let the values decide: the filter then has the
 *     smallest size that has no more false positives than asked for
 * @param falsePositives of the values that are not there, the part of which a filter says that they may be there; above 0, below 1
 * @param mostBytes the greatest size of a filter in bytes, 32 to 2^27; filters have powers of two
 * @param besideDictionaries whether there is a filter also where the dictionary has all values, for readers that do not look there
 */
public record BloomFilterOptions(
        boolean enabled, long distinctValues, double falsePositives, int mostBytes, boolean besideDictionaries) {

    /** No filters. */
    public static final BloomFilterOptions OFF = new BloomFilterOptions(false, 0, 0.01, 1 << 20, false);

    /** Filters as large as the values demand for 1 % of false positives, at most 1 MiB. */
    public static final BloomFilterOptions ON = OFF.withEnabled(true);

    /** @throws IllegalArgumentException if a value is out of range */
    public BloomFilterOptions {
        if (distinctValues < 0) {
            throw new IllegalArgumentException("distinctValues must be at least 0: " + distinctValues);
        }
        if (!(falsePositives > 0 && falsePositives < 1)) {
            throw new IllegalArgumentException("falsePositives must be above 0 and below 1: " + falsePositives);
        }
        if (mostBytes < FilterSize.LEAST_BYTES || mostBytes > FilterSize.MOST_BYTES) {
            throw new IllegalArgumentException(
                    "mostBytes must be " + FilterSize.LEAST_BYTES + " to " + FilterSize.MOST_BYTES + ": " + mostBytes);
        }
    }

    /** The same with another {@link #enabled()}. */
    public BloomFilterOptions withEnabled(boolean value) {
        return new BloomFilterOptions(value, distinctValues, falsePositives, mostBytes, besideDictionaries);
    }

    /** The same with another {@link #distinctValues()}. */
    public BloomFilterOptions withDistinctValues(long value) {
        return new BloomFilterOptions(enabled, value, falsePositives, mostBytes, besideDictionaries);
    }

    /** The same with another {@link #falsePositives()}. */
    public BloomFilterOptions withFalsePositives(double value) {
        return new BloomFilterOptions(enabled, distinctValues, value, mostBytes, besideDictionaries);
    }

    /** The same with another {@link #mostBytes()}. */
    public BloomFilterOptions withMostBytes(int value) {
        return new BloomFilterOptions(enabled, distinctValues, falsePositives, value, besideDictionaries);
    }

    /** The same with another {@link #besideDictionaries()}. */
    public BloomFilterOptions withBesideDictionaries(boolean value) {
        return new BloomFilterOptions(enabled, distinctValues, falsePositives, mostBytes, value);
    }
}
