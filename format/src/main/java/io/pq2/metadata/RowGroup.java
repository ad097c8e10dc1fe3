package io.pq2.metadata;

import io.pq2.internal.metadata.LazyList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row group: consecutive rows, stored by column.
 *
 * @param columns a column chunk per leaf, in the order of the schema. The list may decode elements on first access
 *     and then throw the exceptions of decoding
 * @param totalByteSize length of all column chunks after decompression in bytes
 * @param numRows number of rows
 * @param sortingColumns columns by which the rows are sorted
 * @param fileOffset offset of the first page from the start of the file
 * @param totalCompressedSize length of all column chunks as stored in bytes
 * @param ordinal index of the row group in the file
 */
public record RowGroup(
        List<ColumnChunk> columns,
        long totalByteSize,
        long numRows,
        @Nullable List<SortingColumn> sortingColumns,
        @Nullable Long fileOffset,
        @Nullable Long totalCompressedSize,
        @Nullable Short ordinal) {

    public RowGroup {
        columns = LazyList.copyOf(columns);
        sortingColumns = sortingColumns == null ? null : List.copyOf(sortingColumns);
    }
}
