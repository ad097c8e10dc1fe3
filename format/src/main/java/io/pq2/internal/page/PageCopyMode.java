package io.pq2.internal.page;

/** How pages are changed while they are copied from one file to another. */
public enum PageCopyMode {
    /** Pages stay as they are, byte by byte. */
    AS_STORED,
    /** Page headers lose their statistics; the rest of the page stays. */
    NEW_HEADERS,
    /** Pages are decompressed and compressed again; page headers keep their statistics. */
    RECOMPRESSED,
    /** Pages are compressed again, and page headers lose their statistics. */
    RECOMPRESSED_WITH_NEW_HEADERS;

    /** Whether pages are compressed again. */
    public boolean recompresses() {
        return this == RECOMPRESSED || this == RECOMPRESSED_WITH_NEW_HEADERS;
    }

    /** Whether page headers keep their statistics. */
    boolean keepsStatistics() {
        return this == AS_STORED || this == RECOMPRESSED;
    }
}
