package io.pq2.internal.write.file;

import io.pq2.internal.page.StoredChunk;
import io.pq2.internal.page.StoredRowGroup;
import io.pq2.internal.write.chunk.WrittenChunk;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SortingColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row group whose column chunks and bloom filters are in the file, while its page indexes are not.
 *
 * @param offset the offset of the row group in the file, in bytes
 * @param rows the number of rows
 * @param chunks the column chunks in schema order
 * @param order the columns by which the rows are sorted; absent when no order is declared
 */
public record WrittenRowGroup(
        long offset,
        long rows,
        List<WrittenChunk> chunks,
        @Nullable List<SortingColumn> order) {

    /** Describes a row group that was copied to an offset. */
    public static WrittenRowGroup of(long offset, StoredRowGroup stored) {
        List<WrittenChunk> chunks = new ArrayList<>(stored.chunks().size());
        for (StoredChunk chunk : stored.chunks()) {
            chunks.add(new WrittenChunk(chunk.metadata(), chunk.columnIndex(), chunk.offsetIndex(), null));
        }
        return new WrittenRowGroup(offset, stored.rows(), chunks, stored.order());
    }

    /**
     * Returns the metadata for the footer.
     *
     * @param ordinal the ordinal of the row group in the file, from 0
     * @param indexes the positions of the page indexes, by column chunk
     */
    RowGroup metadata(int ordinal, List<IndexLocation> indexes) {
        List<ColumnChunk> columns = new ArrayList<>(chunks.size());
        long uncompressed = 0;
        long compressed = 0;
        for (int i = 0; i < chunks.size(); i++) {
            WrittenChunk chunk = chunks.get(i);
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
        // The field has 16 bits. Later row groups have no ordinal.
        Short number = ordinal <= Short.MAX_VALUE ? (short) ordinal : null;
        return new RowGroup(columns, uncompressed, rows, order, offset, compressed, number);
    }
}
