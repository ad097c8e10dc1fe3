package io.pq2.bench.decode;

import java.util.List;

/**
 * What a reader has seen of a case, in numbers that every engine can compute. Sums are modulo 2^64.
 *
 * @param columns one for each top-level field
 */
public record Fingerprint(List<OfColumn> columns) {

    /** Keeps a copy of the list. */
    public Fingerprint {
        columns = List.copyOf(columns);
    }

    /**
     * A top-level field.
     *
     * @param nulls rows that are null
     * @param squares the sum of the squares of the lengths of its lists or maps, 0 if it has none
     * @param leaves one for each column below it
     */
    public record OfColumn(long nulls, long squares, List<OfLeaf> leaves) {}

    /**
     * A column.
     *
     * @param present values that are not null
     * @param sum of those values: integers, dates (days), timestamps (microseconds) and decimals (unscaled) as they are, booleans
     *     as 0 and 1, floating-point numbers in rounded hundredths, bytes as the last eight bytes of their MD5, little endian
     */
    public record OfLeaf(long present, long sum) {}
}
