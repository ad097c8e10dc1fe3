package io.pq2.internal.check;

import io.pq2.exception.ParquetException;
import io.pq2.internal.thrift.ColumnChunkWriter;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SortingColumn;
import io.pq2.predicate.ByteString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a row group says about its rows. Row groups with equal content have the same column chunks and the same
 * findings. Parquet.jl writes such files.
 *
 * @param rows the number of rows
 * @param places the column chunks without their metadata
 * @param metadata the metadata of the column chunks as in the footer
 */
record RowGroupContent(
        long rows, @Nullable List<SortingColumn> sorting, List<ColumnChunk> places, List<ByteString> metadata) {

    /** Returns the content of a row group; null if it has a column chunk that is encrypted or damaged. */
    static @Nullable RowGroupContent of(RowGroup group) {
        List<ColumnChunk> places = new ArrayList<>();
        List<ByteString> all = new ArrayList<>();
        try {
            for (ColumnChunk chunk : group.columns()) {
                ColumnMetaData metadata = chunk.metadata();
                if (metadata == null || chunk.cryptoMetadata() != null) {
                    return null;
                }
                places.add(new ColumnChunk(
                        chunk.filePath(),
                        0,
                        null,
                        chunk.offsetIndexOffset(),
                        chunk.offsetIndexLength(),
                        chunk.columnIndexOffset(),
                        chunk.columnIndexLength(),
                        null,
                        null));
                CompactWriter out = new CompactWriter();
                ColumnChunkWriter.writeMetadata(metadata, out);
                all.add(ByteString.of(out.toByteArray()));
            }
        } catch (ParquetException e) {
            return null;
        }
        return new RowGroupContent(group.numRows(), group.sortingColumns(), places, all);
    }
}
