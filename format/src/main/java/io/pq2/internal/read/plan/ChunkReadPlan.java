package io.pq2.internal.read.plan;

import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import io.pq2.statistics.StatisticsTrust;
import java.util.ArrayList;
import java.util.List;
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
 * @param offsetIndex the range of the offset index; absent if the chunk has none that is used
 */
public record ChunkReadPlan(
        Column column,
        ColumnMetaData metadata,
        @Nullable String externalFile,
        ByteRange range,
        long length,
        @Nullable ByteRange offsetIndex) {

    /**
     * Plans the chunks of columns of a row group.
     *
     * @param ordinal the index of the row group in the file
     * @throws io.pq2.exception.CorruptFileException if the metadata of a chunk is corrupt, or impossible in this file
     */
    public static List<ChunkReadPlan> list(OpenFile file, int ordinal, RowGroup rowGroup, List<Column> columns) {
        ChunkRanges ranges = file.ranges();
        boolean usesIndexes = file.options().pageIndexes() && file.options().statisticsTrust() != StatisticsTrust.NONE;
        List<ChunkReadPlan> chunks = new ArrayList<>(columns.size());
        for (Column column : columns) {
            ColumnMetaData metadata = ChunkRanges.metadata(rowGroup, ordinal, column, file.decryptor());
            boolean indexed = usesIndexes && WriterTrust.pageIndex(column, file.writer());
            ColumnChunk chunk = rowGroup.columns().get(column.index());
            String externalFile = ranges.externalFile(chunk, ordinal, column);
            long length = ranges.length(metadata, externalFile, ordinal, column);
            chunks.add(new ChunkReadPlan(
                    column,
                    metadata,
                    externalFile,
                    ChunkRanges.beginning(metadata, length, file.options().maxChunkBytes()),
                    length,
                    indexed ? ranges.offsetIndex(chunk, externalFile) : null));
        }
        return chunks;
    }

    /** Returns the offset after the chunk's last byte. */
    public long end() {
        return range.offset() + length;
    }
}
