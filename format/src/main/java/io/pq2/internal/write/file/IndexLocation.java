package io.pq2.internal.write.file;

import org.jspecify.annotations.Nullable;

/**
 * The positions of a column chunk's page indexes in the file. Components are absent for an index that the chunk does
 * not have.
 *
 * @param columnIndexOffset the offset of the column index, in bytes
 * @param columnIndexLength the length of the column index, in bytes
 * @param offsetIndexOffset the offset of the offset index, in bytes
 * @param offsetIndexLength the length of the offset index, in bytes
 */
record IndexLocation(
        @Nullable Long columnIndexOffset,
        @Nullable Integer columnIndexLength,
        @Nullable Long offsetIndexOffset,
        @Nullable Integer offsetIndexLength) {

    /** The positions of a chunk without page indexes. */
    static final IndexLocation NONE = new IndexLocation(null, null, null, null);

    /** Returns these positions with that of an offset index. */
    IndexLocation withOffsetIndex(long offset, int length) {
        return new IndexLocation(columnIndexOffset, columnIndexLength, offset, length);
    }
}
