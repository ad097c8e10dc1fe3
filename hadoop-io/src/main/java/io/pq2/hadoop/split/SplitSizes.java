package io.pq2.hadoop.split;

import org.apache.hadoop.fs.FileStatus;

/**
 * How many bytes a task is to read: as many as a block of the file has, within bounds.
 *
 * @param minBytes the least, positive; it is stronger than {@code maxBytes}
 * @param maxBytes the most, positive
 */
public record SplitSizes(long minBytes, long maxBytes) {

    /** The bytes of a block where a file system does not say. */
    private static final long DEFAULT_BLOCK_BYTES = 128L << 20;

    public SplitSizes {
        if (minBytes <= 0 || maxBytes <= 0) {
            throw new IllegalArgumentException("splits of " + minBytes + " to " + maxBytes + " bytes");
        }
    }

    /** The same for all files. */
    public static SplitSizes of(long bytes) {
        return new SplitSizes(bytes, bytes);
    }

    long of(FileStatus file) {
        long blockBytes = file.getBlockSize() > 0 ? file.getBlockSize() : DEFAULT_BLOCK_BYTES;
        return Math.max(minBytes, Math.min(maxBytes, blockBytes));
    }
}
