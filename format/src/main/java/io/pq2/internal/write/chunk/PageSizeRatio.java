package io.pq2.internal.write.chunk;

/**
 * How large the pages of a column are in the file, as a share of what they were taken for before they were compressed: in this chunk,
 * and until it has a page in the one before.
 */
final class PageSizeRatio {

    private long taken;
    private long real;
    /** Negative if nothing is known. */
    private double known = -1;

    /**
     * Counts a page.
     *
     * @param estimate what it was taken for, in bytes
     * @param size what it is
     */
    void add(long estimate, long size) {
        taken += estimate;
        real += size;
        if (taken > 0) {
            known = (double) real / taken;
        }
    }

    /** The next pages are those of another chunk. */
    void endChunk() {
        taken = 0;
        real = 0;
    }

    /** Whether there was a page. */
    boolean isKnown() {
        return known >= 0;
    }

    /** The likely size of what is taken for so many bytes: the same if nothing is known. */
    long apply(long estimate) {
        return isKnown() ? (long) (known * estimate) : estimate;
    }
}
