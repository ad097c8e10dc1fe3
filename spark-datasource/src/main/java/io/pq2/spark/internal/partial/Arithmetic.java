package io.pq2.spark.internal.partial;

/** An operation on two numbers. */
public enum Arithmetic {
    ADD,
    SUBTRACT,
    MULTIPLY
}
