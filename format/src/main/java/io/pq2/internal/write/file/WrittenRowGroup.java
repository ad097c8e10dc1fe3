package io.pq2.internal.write.file;

import io.pq2.internal.page.StoredChunk;
import io.pq2.internal.page.StoredRowGroup;
import io.pq2.internal.write.chunk.ChunkPages;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SortingColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * A row group that is in the file, without its page indexes.
 *
 * @param offset where it starts
 * @param rows its rows
 * @param chunks its column chunks in the order of the schema
 * @param order by what its rows are sorted, null if nobody said so
 */
public record WrittenRowGroup(long offset, long rows, List<ChunkPages.Written> chunks, List<SortingColumn> order) {

    public static WrittenRowGroup of(long offset, StoredRowGroup stored) {
        List<ChunkPages.Written> chunks = new ArrayList<>(stored.chunks().size());
        for (StoredChunk chunk : stored.chunks()) {
            chunks.add(new ChunkPages.Written(chunk.metadata(), chunk.columnIndex(), chunk.offsetIndex(), null));
        }
        return new WrittenRowGroup(offset, stored.rows(), chunks, stored.order());
    }

    /**
     * What the footer says of it.
     *
     * @param ordinal its number in the file from 0
     * @param indexes where the page indexes of its column chunks are
     */
    RowGroup metadata(int ordinal, List<IndexLocation> indexes) {
        List<ColumnChunk> columns = new ArrayList<>(chunks.size());
        long uncompressed = 0;
        long compressed = 0;
        for (int i = 0; i < chunks.size(); i++) {
            ChunkPages.Written chunk = chunks.get(i);
            IndexLocation index = indexes.get(i);
            uncompressed += chunk.metadata().totalUncompressedSize();
            compressed += chunk.metadata().totalCompressedSize();
            columns.add(new ColumnChunk(
                    null,
                    0,
                    chunk.metadata(),
                    index.offsetIndexOffset(),
                    index.offsetIndexLength(),
                    index.columnIndexOffset(),
                    index.columnIndexLength(),
                    null,
                    null));
        }
        // The field has 16 bits; beyond them row groups have no ordinal.
        Short number = ordinal <= Short.MAX_VALUE ? (short) ordinal : null;
        return new RowGroup(columns, uncompressed, rows, order, offset, compressed, number);
    }
}
