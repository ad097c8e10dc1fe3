package io.pq2.internal.read.plan;

import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one column chunk. Its ranges are before the footer of the scanned file; ranges of an external file are
 * checked when that file is opened.
 *
 * @param column the column
 * @param metadata the chunk's metadata
 * @param externalFile the path of the external file with the chunk, relative to the directory of the scanned file;
 *     absent for the scanned file
 * @param range the chunk, or the beginning of a chunk that is longer than {@link ReadOptions#maxChunkBytes}
 * @param length the length of the chunk in bytes
 * @param offsetIndex the range of the offset index; absent if the chunk has none
 */
public record ChunkReadPlan(
        Column column,
        ColumnMetaData metadata,
        @Nullable String externalFile,
        ByteRange range,
        long length,
        @Nullable ByteRange offsetIndex) {

    /** Returns the offset after the chunk's last byte. */
    public long end() {
        return range.offset() + length;
    }
}
