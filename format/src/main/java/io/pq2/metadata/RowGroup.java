package io.pq2.metadata;

import io.pq2.internal.metadata.LazyList;
import java.util.List;

/**
 * A run of rows, stored column by column.
 *
 * @param columns one column chunk for each leaf of the schema, in its order; may decode an element when asked for it,
 *     and then throw what that meets
 * @param totalByteSize bytes of all column chunks after decompression
 * @param numRows rows in the row group
 * @param sortingColumns the order of the rows
 * @param fileOffset offset of the first page from the start of the file
 * @param totalCompressedSize bytes of all column chunks as stored
 * @param ordinal index of the row group in the file
 */
public record RowGroup(
        List<ColumnChunk> columns,
        long totalByteSize,
        long numRows,
        List<SortingColumn> sortingColumns,
        Long fileOffset,
        Long totalCompressedSize,
        Short ordinal) {

    public RowGroup {
        columns = LazyList.copyOf(columns);
        sortingColumns = sortingColumns == null ? null : List.copyOf(sortingColumns);
    }
}
