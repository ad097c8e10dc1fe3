package io.pq2.internal.read.prune;

import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.metadata.OffsetIndex;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of pruning one row group.
 *
 * @param plan the plan of the row group
 * @param rows the rows to read, by their index in the row group; none if the filter matches no row
 * @param residual the part of the filter that must be evaluated among these rows; absent without a filter
 * @param pageRuns by chunk of the plan: the pages with these rows; absent for a chunk that is read whole
 * @param dictionaries the dictionary pages that were read
 * @param lastReason the last kind of pruning that was tried, without page indexes
 * @param indexes the page indexes that were read; absent if none were
 */
public record PrunedRowGroup(
        RowGroupReadPlan plan,
        RowRanges rows,
        @Nullable Predicate residual,
        List<@Nullable PageRuns> pageRuns,
        Map<Column, ColumnChunkBytes> dictionaries,
        SkipReason lastReason,
        @Nullable PageIndexFetch indexes) {

    /** Returns the pages of a chunk that contain certain rows; null if its pages are not known. */
    public @Nullable PageRuns pageRuns(int chunk, RowRanges some) throws IOException {
        return pageRuns(plan, indexes, dictionaries, chunk, some);
    }

    static @Nullable PageRuns pageRuns(
            RowGroupReadPlan plan,
            @Nullable PageIndexFetch indexes,
            Map<Column, ColumnChunkBytes> dictionaries,
            int chunk,
            RowRanges rows)
            throws IOException {
        OffsetIndex index = indexes == null ? null : indexes.offsetIndex(chunk);
        if (index == null) {
            return null;
        }
        boolean dictionaryRead =
                dictionaries.containsKey(plan.chunks().get(chunk).column());
        return PageRuns.of(plan.chunks().get(chunk), index, plan, rows, dictionaryRead);
    }

    /** Returns the number of data pages of a chunk; 0 if it is not known. */
    public int pageCount(int chunk) throws IOException {
        OffsetIndex index = indexes == null ? null : indexes.offsetIndex(chunk);
        return index == null ? 0 : index.pageLocations().size();
    }

    /** Returns the dictionary page of a column if it was read; otherwise null. */
    public @Nullable ColumnChunkBytes dictionary(Column column) {
        return dictionaries.get(column);
    }
}
