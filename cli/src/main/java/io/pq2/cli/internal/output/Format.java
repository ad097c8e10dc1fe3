package io.pq2.cli.internal.output;

/** The formats of output. */
public enum Format {
    /** An aligned table for people. */
    TABLE,
    /** A JSON object per line. */
    JSON,
    /** CSV with a heading (RFC 4180). */
    CSV
}
