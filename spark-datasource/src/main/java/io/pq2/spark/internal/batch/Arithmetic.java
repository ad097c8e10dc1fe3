package io.pq2.spark.internal.batch;

/** An operation on two numbers. */
public enum Arithmetic {
    ADD,
    SUBTRACT,
    MULTIPLY
}
