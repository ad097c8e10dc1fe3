package io.pq2.schema;

/**
 * How many times a field occurs in its parent ({@code FieldRepetitionType} of parquet.thrift). The ordinal is the
 * number in files.
 */
public enum Repetition {
    /** Exactly once. */
    REQUIRED,
    /** At most once. */
    OPTIONAL,
    /** Any number of times. */
    REPEATED
}
