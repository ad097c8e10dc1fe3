package io.pq2.internal.write.file;

import io.pq2.internal.write.options.RowGroupOptions;
import io.pq2.io.ByteSink;
import java.io.IOException;

/**
 * Aligns row groups to the blocks of a file system, so that a row group spans few blocks: a row group that nearly fills
 * a block ends with it, and a small rest of a block is padded with zeros.
 */
public final class BlockAlignment {

    /** The inverse of the share of a block that stays free, because row groups slightly exceed their target size. */
    private static final int RESERVE = 32;

    private static final byte[] ZEROS = new byte[1 << 13];

    private final long rowGroupBytes;
    private final long blockBytes;
    private final long maxPaddingBytes;

    /**
     * Creates the alignment of a file.
     *
     * @param blockBytes the size of a block in bytes; 0 when the file system has no blocks
     */
    public BlockAlignment(RowGroupOptions options, long blockBytes) {
        this.rowGroupBytes = options.bytes();
        this.blockBytes = options.maxPaddingBytes() == 0 ? 0 : blockBytes;
        // With small blocks, the option alone would allow more zeros than data.
        this.maxPaddingBytes = Math.min(options.maxPaddingBytes(), Math.min(rowGroupBytes, blockBytes) / 2);
    }

    /** Returns the target size, in bytes, of a row group at the current position of the file. */
    public long rowGroupBytes(ByteSink sink) {
        if (blockBytes == 0) {
            return rowGroupBytes;
        }
        long remaining = remaining(sink);
        long available = remaining <= maxPaddingBytes ? blockBytes : remaining;
        return Math.min(rowGroupBytes, Math.max(1, available - available / RESERVE));
    }

    /** Pads the current block with zeros if too little of it is left for a row group. */
    public void pad(ByteSink sink) throws IOException {
        if (blockBytes == 0 || remaining(sink) > maxPaddingBytes || remaining(sink) == blockBytes) {
            return;
        }
        for (long remaining = remaining(sink); remaining > 0; remaining -= Math.min(remaining, ZEROS.length)) {
            sink.write(ZEROS, 0, (int) Math.min(remaining, ZEROS.length));
        }
    }

    private long remaining(ByteSink sink) {
        return blockBytes - sink.position() % blockBytes;
    }
}
