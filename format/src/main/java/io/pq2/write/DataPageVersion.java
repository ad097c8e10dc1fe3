package io.pq2.write;

/** The two kinds of data pages (README.md of the format, "Data Pages"). */
public enum DataPageVersion {
    /** {@code DATA_PAGE}: levels and values are compressed together. All readers support it. */
    V1,
    /** {@code DATA_PAGE_V2}: the levels are not compressed and precede the values; booleans are run-length encoded. */
    V2
}
