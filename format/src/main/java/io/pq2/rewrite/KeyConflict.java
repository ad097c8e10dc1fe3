package io.pq2.rewrite;

/**
 * What to do with a key of the key-value metadata that has different values in the inputs. Inputs without the key do
 * not count.
 */
public enum KeyConflict {
    /** Writes nothing and throws an exception that names the key and two of the files. */
    FAIL,
    /** Uses the value of the first input that has the key. */
    FIRST,
    /** Uses the value of the last input that has the key. */
    LAST,
    /** Leaves out the key. */
    LEAVE_OUT
}
