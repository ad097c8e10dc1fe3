package io.pq2.bench.decode;

import java.util.List;

/**
 * A summary of the values that a reader returned for a case. Every engine can compute it. Sums are modulo 2^64.
 *
 * @param columns one summary for each top-level field
 */
public record Fingerprint(List<OfColumn> columns) {

    /** Copies the list. */
    public Fingerprint {
        columns = List.copyOf(columns);
    }

    /**
     * The summary of a top-level field.
     *
     * @param nulls the number of rows that are null
     * @param squares the sum of the squares of the lengths of its lists or maps; 0 if it has none
     * @param leaves one summary for each leaf
     */
    public record OfColumn(long nulls, long squares, List<OfLeaf> leaves) {}

    /**
     * The summary of a leaf.
     *
     * @param present the number of values that are not null
     * @param sum the sum of these values. Integers, dates (days), timestamps (microseconds) and decimals (unscaled)
     *     count as they are, booleans as 0 and 1, floating point numbers in rounded hundredths, bytes as the last eight
     *     bytes of their MD5 in little-endian order
     */
    public record OfLeaf(long present, long sum) {}
}
