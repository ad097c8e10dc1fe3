package io.pq2.rewrite;

/** How a rewritten file is checked before it becomes visible. */
public enum Verification {
    /** Page headers, footer and row counts are checked. No values are decoded. */
    STRUCTURE,
    /**
     * In addition, all values of the inputs and of the new file are decoded, and digests of each column are compared.
     * Not possible if rows are sorted. Needs the time of reading all files, and space for the new file in the folder of
     * temporary files.
     */
    FULL
}
