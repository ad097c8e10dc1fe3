package io.pq2.write;

import io.pq2.internal.bloomfilter.FilterSize;

/**
 * Options of the bloom filters of a column (BloomFilter.md). {@link #OFF} and {@link #ON} are starting points. A
 * {@code with} method returns a copy with one change, and throws {@link IllegalArgumentException} for a value out of
 * range.
 *
 * <p>By default, a column chunk whose values are all in its dictionary has no filter, because readers can look into the
 * dictionary. BOOLEAN columns never have filters.
 *
 * @param enabled whether column chunks have filters
 * @param distinctValues the expected number of distinct values of a column chunk, at least 0. With 0, the default, the
 *     writer uses the smallest filter for the actual values that reaches the false-positive probability
 * @param falsePositiveProbability the share of absent values for which a filter answers "maybe", between 0 and 1, both
 *     exclusive; the default is 0.01
 * @param maxBytes the maximum size of a filter in bytes, from 32 to 2^27; the default is 1 MiB. Sizes are powers of two
 * @param evenWithDictionary whether a column chunk has a filter even if all its values are in its dictionary, for
 *     readers that do not look into dictionaries; the default is false
 */
public record BloomFilterOptions(
        boolean enabled,
        long distinctValues,
        double falsePositiveProbability,
        int maxBytes,
        boolean evenWithDictionary) {

    /** No filters. */
    public static final BloomFilterOptions OFF = new BloomFilterOptions(false, 0, 0.01, 1 << 20, false);

    /** Filters with a false-positive probability of at most 0.01, of the size that the values need, up to 1 MiB. */
    public static final BloomFilterOptions ON = OFF.withEnabled(true);

    /**
     * Creates options.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public BloomFilterOptions {
        if (distinctValues < 0) {
            throw new IllegalArgumentException("distinctValues must be at least 0: " + distinctValues);
        }
        if (!(falsePositiveProbability > 0 && falsePositiveProbability < 1)) {
            throw new IllegalArgumentException(
                    "falsePositiveProbability must be above 0 and below 1: " + falsePositiveProbability);
        }
        if (maxBytes < FilterSize.MIN_BYTES || maxBytes > FilterSize.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "maxBytes must be " + FilterSize.MIN_BYTES + " to " + FilterSize.MAX_BYTES + ": " + maxBytes);
        }
    }

    /** Returns a copy with another {@link #enabled()}. */
    public BloomFilterOptions withEnabled(boolean value) {
        return new BloomFilterOptions(value, distinctValues, falsePositiveProbability, maxBytes, evenWithDictionary);
    }

    /** Returns a copy with another {@link #distinctValues()}. */
    public BloomFilterOptions withDistinctValues(long value) {
        return new BloomFilterOptions(enabled, value, falsePositiveProbability, maxBytes, evenWithDictionary);
    }

    /** Returns a copy with another {@link #falsePositiveProbability()}. */
    public BloomFilterOptions withFalsePositiveProbability(double value) {
        return new BloomFilterOptions(enabled, distinctValues, value, maxBytes, evenWithDictionary);
    }

    /** Returns a copy with another {@link #maxBytes()}. */
    public BloomFilterOptions withMaxBytes(int value) {
        return new BloomFilterOptions(enabled, distinctValues, falsePositiveProbability, value, evenWithDictionary);
    }

    /** Returns a copy with another {@link #evenWithDictionary()}. */
    public BloomFilterOptions withEvenWithDictionary(boolean value) {
        return new BloomFilterOptions(enabled, distinctValues, falsePositiveProbability, maxBytes, value);
    }
}
