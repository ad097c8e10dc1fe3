package io.pq2.internal.read.plan;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import org.jspecify.annotations.Nullable;

/**
 * The byte range of a split. A row group belongs to the split that contains its midpoint, as in parquet-java; so each
 * row group belongs to exactly one of the splits that cover a file.
 *
 * @param start the offset of the first byte
 * @param length the number of bytes
 */
public record SplitRange(long start, long length) {

    /** The split that every row group belongs to. */
    public static final SplitRange WHOLE_FILE = new SplitRange(0, Long.MAX_VALUE);

    /** Whether a row group belongs to this split. */
    public boolean contains(RowGroup rowGroup, OpenFile file) {
        return equals(WHOLE_FILE) || contains(rowGroup, file.dataEnd(), file.decryptor() != null);
    }

    /**
     * Whether a row group belongs to this split.
     *
     * @param dataEnd the offset of the footer. A midpoint after it counts as the last byte before it, so that a wrong
     *     size in a footer cannot make rows disappear
     * @param encrypted whether some readers cannot decrypt column metadata; all readers must compute the same midpoint
     */
    public boolean contains(RowGroup rowGroup, long dataEnd, boolean encrypted) {
        long midpoint = Math.max(0, Math.min(midpoint(rowGroup, encrypted), dataEnd - 1));
        return midpoint >= start && midpoint - start < length;
    }

    private static long midpoint(RowGroup rowGroup, boolean encrypted) {
        long start = rowGroup.fileOffset() == null ? 0 : rowGroup.fileOffset();
        boolean useFileOffset = encrypted && rowGroup.fileOffset() != null;
        if (!useFileOffset && !rowGroup.columns().isEmpty()) {
            ColumnMetaData first = metadata(rowGroup, 0);
            start = first == null ? start : ChunkRanges.start(first);
        }
        return start + size(rowGroup) / 2;
    }

    /**
     * Returns the metadata of a column chunk; null if it is encrypted or damaged. Damage of a column that is read is
     * found when its row group is planned, so a damaged row group must belong to exactly one split too.
     */
    private static @Nullable ColumnMetaData metadata(RowGroup rowGroup, int column) {
        try {
            return rowGroup.columns().get(column).metadata();
        } catch (CorruptFileException e) {
            return null;
        }
    }

    private static long size(RowGroup rowGroup) {
        if (rowGroup.totalCompressedSize() != null) {
            return rowGroup.totalCompressedSize();
        }
        long size = 0;
        for (int i = 0; i < rowGroup.columns().size(); i++) {
            ColumnMetaData metadata = metadata(rowGroup, i);
            size += metadata == null ? 0 : metadata.totalCompressedSize();
        }
        return size;
    }
}
