package io.pq2.internal.write.file;

import io.pq2.io.ByteSink;
import io.pq2.write.WriteOptions;
import java.io.IOException;

/**
 * Keeps row groups from lying in more blocks of a file system than they need to: one that nearly ends a block ends there, and what is left
 * of a block is padded with zeros rather than given to the beginning of a row group.
 */
public final class BlockAlignment {

    /** A row group is a little larger than it was meant to be; it must not reach into the next block for that. */
    private static final int RESERVE = 32;

    private static final byte[] ZEROS = new byte[1 << 13];

    private final long rowGroupBytes;
    private final long blockBytes;
    private final long maxPaddingBytes;

    /** @param blockBytes 0 for a file that has no blocks */
    public BlockAlignment(WriteOptions options, long blockBytes) {
        this.rowGroupBytes = options.rowGroupBytes();
        this.blockBytes = options.maxPaddingBytes() == 0 ? 0 : blockBytes;
        // Where blocks are small beside the option, there would be more zeros than data.
        this.maxPaddingBytes = Math.min(options.maxPaddingBytes(), Math.min(rowGroupBytes, blockBytes) / 2);
    }

    /** How many bytes a row group is to have that comes behind what is in the file now. */
    public long rowGroupBytes(ByteSink sink) {
        if (blockBytes == 0) {
            return rowGroupBytes;
        }
        long left = left(sink);
        long room = left <= maxPaddingBytes ? blockBytes : left;
        return Math.min(rowGroupBytes, Math.max(1, room - room / RESERVE));
    }

    /** Goes to the next block if not enough is left of this one. */
    public void pad(ByteSink sink) throws IOException {
        if (blockBytes == 0 || left(sink) > maxPaddingBytes || left(sink) == blockBytes) {
            return;
        }
        for (long left = left(sink); left > 0; left -= Math.min(left, ZEROS.length)) {
            sink.write(ZEROS, 0, (int) Math.min(left, ZEROS.length));
        }
    }

    private long left(ByteSink sink) {
        return blockBytes - sink.position() % blockBytes;
    }
}
