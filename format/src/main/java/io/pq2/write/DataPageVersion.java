package io.pq2.write;

/** Which of the two kinds of data page a file is written with. */
public enum DataPageVersion {
    /** DATA_PAGE: levels and values compressed together. Every reader knows it. */
    V1,
    /** DATA_PAGE_V2: levels uncompressed before the values, booleans run-length encoded. */
    V2
}
