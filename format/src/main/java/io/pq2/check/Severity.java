package io.pq2.check;

/** How much a finding matters. */
public enum Severity {
    /** The file is damaged or lies: a reader that believes it fails, or returns wrong rows or answers. */
    ERROR,
    /** The file deviates from the specification in a way that readers usually tolerate. */
    DEVIATION,
    /** The file is valid in this respect, but some readers have trouble with it, or something was not checked. */
    NOTE
}
