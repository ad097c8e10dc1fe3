package io.pq2.hadoop.internal.options;

/** What may follow the name of a setting in a key. */
public enum Suffix {
    /** Nothing: the key is the name. */
    NONE,
    /** {@code #} and the dotted path of the column, or the name of the output, that the value applies to. */
    OPTIONAL,
    /** The same as {@link #OPTIONAL}, and a key without it has no effect. */
    REQUIRED,
    /** Any text. The name is a prefix of keys. */
    OPEN
}
