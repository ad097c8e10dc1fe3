package io.pq2.internal.write.chunk;

/**
 * The mean ratio of the compressed size of pages to an estimate before compression. It covers the pages of the current
 * chunk, or those of the previous chunk until the current one has a page.
 */
final class PageSizeRatio {

    private long estimatedBytes;
    private long actualBytes;
    /** Negative before the first page. */
    private double ratio = -1;

    /**
     * Adds a page.
     *
     * @param estimate the estimated size in bytes
     * @param size the size in the file, in bytes
     */
    void add(long estimate, long size) {
        estimatedBytes += estimate;
        actualBytes += size;
        if (estimatedBytes > 0) {
            ratio = (double) actualBytes / estimatedBytes;
        }
    }

    /** Starts the next chunk. */
    void endChunk() {
        estimatedBytes = 0;
        actualBytes = 0;
    }

    /** Whether there was a page. */
    boolean isKnown() {
        return ratio >= 0;
    }

    /** Returns the expected size in the file for an estimate in bytes: the estimate itself before the first page. */
    long apply(long estimate) {
        return isKnown() ? (long) (ratio * estimate) : estimate;
    }
}
