package io.pq2.rewrite;

/** What becomes of a key of the key-value metadata that the inputs give different values. An input that lacks it has no say. */
public enum KeyConflict {
    /** Nothing is written; the exception names the key and two of the files. */
    FAIL,
    /** The first input that has the key decides. */
    FIRST,
    /** The last input that has the key decides. */
    LAST,
    /** The key is left out. */
    LEAVE_OUT
}
