package io.pq2.internal.read.plan;

import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one row group.
 *
 * @param ordinal the index of the row group in the file
 * @param firstRow the index in the file of the first row to read
 * @param rowCount the number of rows to read, before page indexes exclude some
 * @param skippedRows the number of rows of the row group before {@code firstRow}
 * @param rowGroupRows the number of rows of the row group
 * @param chunks the column chunks to read, in the order of the plan's columns. Chunks of columns that only the filter
 *     needs are missing if the footer decides the filter
 * @param residual the part of the filter that the footer does not decide; absent without a filter
 * @param pruning the bloom filters, page indexes and dictionaries that can exclude rows before the chunks are read
 */
public record RowGroupReadPlan(
        int ordinal,
        long firstRow,
        long rowCount,
        long skippedRows,
        long rowGroupRows,
        List<ChunkReadPlan> chunks,
        @Nullable Predicate residual,
        PruningPlan pruning) {

    public RowGroupReadPlan {
        chunks = List.copyOf(chunks);
    }

    /** Whether all rows of the row group are read. */
    public boolean isWhole() {
        return rowCount == rowGroupRows;
    }

    /** Returns the number of bytes of the column chunks. */
    public long bytes() {
        long bytes = 0;
        for (ChunkReadPlan chunk : chunks) {
            bytes += chunk.length();
        }
        return bytes;
    }

    /**
     * Returns, for each column of a scan, the index of its chunk in {@link #chunks}; -1 where the plan has none.
     *
     * @param columns the columns of the scan's plan
     */
    public int[] chunkIndexes(List<Column> columns) {
        int[] indexes = new int[columns.size()];
        int next = 0;
        for (int i = 0; i < indexes.length; i++) {
            boolean planned = next < chunks.size() && chunks.get(next).column().equals(columns.get(i));
            indexes[i] = planned ? next++ : -1;
        }
        return indexes;
    }
}
