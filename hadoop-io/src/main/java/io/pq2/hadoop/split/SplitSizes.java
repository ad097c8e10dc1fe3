package io.pq2.hadoop.split;

import org.apache.hadoop.fs.FileStatus;

/**
 * The target size of splits: the block size of the file within limits.
 *
 * @param minBytes the smallest size in bytes, positive; takes precedence over {@code maxBytes}
 * @param maxBytes the largest size in bytes, positive
 */
public record SplitSizes(long minBytes, long maxBytes) {

    /** The block size in bytes of file systems that report none. */
    private static final long DEFAULT_BLOCK_BYTES = 128L << 20;

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if a limit is not positive
     */
    public SplitSizes {
        if (minBytes <= 0 || maxBytes <= 0) {
            throw new IllegalArgumentException(
                    "split sizes must be positive: " + minBytes + " to " + maxBytes + " bytes");
        }
    }

    /**
     * Returns the same size for all files.
     *
     * @param bytes the size in bytes, positive
     */
    public static SplitSizes of(long bytes) {
        return new SplitSizes(bytes, bytes);
    }

    long of(FileStatus file) {
        long blockBytes = file.getBlockSize() > 0 ? file.getBlockSize() : DEFAULT_BLOCK_BYTES;
        return Math.max(minBytes, Math.min(maxBytes, blockBytes));
    }
}
