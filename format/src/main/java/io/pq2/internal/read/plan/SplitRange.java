package io.pq2.internal.read.plan;

import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.RowGroup;

/**
 * A part of a file that one task reads: the row groups whose mid-point lies in it, as parquet-java has it, so that each row group
 * belongs to exactly one of the splits that cover a file.
 *
 * @param start the first byte
 * @param length the number of bytes
 */
public record SplitRange(long start, long length) {

    /**
     * Whether a row group belongs to this split.
     *
     * @param dataEnd where the footer begins; a mid-point that a footer puts behind it counts as the last byte before it, so that
     *     a wrong size cannot make rows vanish
     * @param encrypted whether metadata of columns is seen by some readers and not by others, who must come to the same result
     */
    public boolean contains(RowGroup rowGroup, long dataEnd, boolean encrypted) {
        long middle = Math.max(0, Math.min(middle(rowGroup, encrypted), dataEnd - 1));
        return middle >= start && middle - start < length;
    }

    private static long middle(RowGroup rowGroup, boolean encrypted) {
        long start = rowGroup.fileOffset() == null ? 0 : rowGroup.fileOffset();
        boolean known = encrypted && rowGroup.fileOffset() != null;
        if (!known && !rowGroup.columns().isEmpty()) {
            ColumnChunk first = rowGroup.columns().get(0);
            start = first.metadata() == null ? start : ChunkRanges.start(first.metadata());
        }
        return start + size(rowGroup) / 2;
    }

    private static long size(RowGroup rowGroup) {
        if (rowGroup.totalCompressedSize() != null) {
            return rowGroup.totalCompressedSize();
        }
        long size = 0;
        for (ColumnChunk chunk : rowGroup.columns()) {
            size += chunk.metadata() == null ? 0 : chunk.metadata().totalCompressedSize();
        }
        return size;
    }
}
