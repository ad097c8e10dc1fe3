package io.pq2.predicate;

/** The order of NaN in comparisons. In both orders -0 equals +0, and {@code x <> NaN} is true for every number x. */
public enum NanOrder {
    /** All NaNs are equal, independent of their bits, and larger than all numbers: the order of Spark. */
    GREATEST,
    /**
     * NaN is neither equal to, less than, nor greater than any value, including NaN: the order of IEEE 754 and of
     * Java's operators.
     */
    UNORDERED
}
