package io.pq2.schema;

/** How often a field occurs in its parent ({@code FieldRepetitionType}); the ordinal is the number in a file. */
public enum Repetition {
    /** Exactly once. */
    REQUIRED,
    /** Once or not at all. */
    OPTIONAL,
    /** Any number of times. */
    REPEATED
}
