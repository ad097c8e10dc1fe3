package io.pq2.spark.internal.kernel.values;

/** An operation on two numbers. */
public enum Arithmetic {
    ADD,
    SUBTRACT,
    MULTIPLY
}
