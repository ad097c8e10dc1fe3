package io.pq2.internal.page;

/** What becomes of pages that are copied from one file into another. */
public enum PageCopyMode {
    /** They stay as they are, byte by byte. */
    AS_STORED,
    /** What they hold stays as it is; the statistics in their headers are left out. */
    NEW_HEADERS,
    /** They are decompressed and compressed again; the statistics in their headers stay. */
    RECOMPRESSED,
    /** Both of them. */
    RECOMPRESSED_WITH_NEW_HEADERS;

    /** Whether pages are compressed again. */
    public boolean recompresses() {
        return this == RECOMPRESSED || this == RECOMPRESSED_WITH_NEW_HEADERS;
    }

    boolean keepsStatistics() {
        return this == AS_STORED || this == RECOMPRESSED;
    }
}
