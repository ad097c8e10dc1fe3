package io.pq2.predicate;

/** Where NaN stands in comparisons. In both, -0 and +0 are equal, and {@code x <> NaN} is true of numbers. */
public enum NanOrder {
    /** NaN is equal to itself, whatever its bits, and greater than all numbers: Spark's order. */
    GREATEST,
    /** NaN is neither equal to, nor less, nor greater than anything, itself included: IEEE 754, as in Java's operators. */
    UNORDERED
}
