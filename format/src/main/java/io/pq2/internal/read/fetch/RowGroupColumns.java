package io.pq2.internal.read.fetch;

import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.prune.PrunedRowGroup;
import io.pq2.predicate.Predicate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The requested columns of a row group. Columns are identified by their index among the columns of the scan's plan. */
public final class RowGroupColumns {

    private final PrunedRowGroup pruned;
    private final RowRanges rows;
    private final int[] chunkIndexes;
    private final List<ChunkFetch> fetches;
    /** By column: the request of its chunk; absent if it was not requested. */
    private final @Nullable ChunkFetch[] fetchOf;

    private final boolean lateMaterialized;
    /** By column: the undamaged pages of its chunk; absent if no damage is known. */
    private final Map<Integer, List<UndamagedRun>> undamaged;

    /**
     * Creates the view of a row group.
     *
     * @param rows the rows to read, by their index in the row group
     * @param chunkIndexes by column: the index of its chunk in the plan of the row group; -1 if it has none
     * @param fetches the requests; each chunk is in at most one
     * @param lateMaterialized whether some columns were requested after the filter had been evaluated
     */
    RowGroupColumns(
            PrunedRowGroup pruned,
            RowRanges rows,
            int[] chunkIndexes,
            List<ChunkFetch> fetches,
            boolean lateMaterialized) {
        this(pruned, rows, chunkIndexes, fetches, lateMaterialized, Map.of());
    }

    private RowGroupColumns(
            PrunedRowGroup pruned,
            RowRanges rows,
            int[] chunkIndexes,
            List<ChunkFetch> fetches,
            boolean lateMaterialized,
            Map<Integer, List<UndamagedRun>> undamaged) {
        this.pruned = pruned;
        this.rows = rows;
        this.chunkIndexes = chunkIndexes;
        this.fetches = List.copyOf(fetches);
        this.lateMaterialized = lateMaterialized;
        this.undamaged = Map.copyOf(undamaged);
        this.fetchOf = new ChunkFetch[chunkIndexes.length];
        for (int i = 0; i < fetchOf.length; i++) {
            for (ChunkFetch fetch : fetches) {
                if (chunkIndexes[i] >= 0 && fetch.has(chunkIndexes[i])) {
                    fetchOf[i] = fetch;
                }
            }
        }
    }

    /**
     * Returns the columns without damaged pages.
     *
     * @param remaining the rows to read, by their index in the row group. Each range is in one run of every column
     * @param runs by column: the undamaged pages of a damaged chunk; at least one
     */
    public RowGroupColumns without(RowRanges remaining, Map<Integer, List<UndamagedRun>> runs) {
        return new RowGroupColumns(pruned, remaining, chunkIndexes, fetches, lateMaterialized, runs);
    }

    /** Returns the plan of the row group. */
    public RowGroupReadPlan plan() {
        return pruned.plan();
    }

    /** Returns the rows to read, by their index in the row group. */
    public RowRanges rows() {
        return rows;
    }

    /** Returns the part of the filter that must be evaluated; null without a filter. */
    public @Nullable Predicate residual() {
        return pruned.residual();
    }

    /** Whether some columns were requested after the filter had been evaluated. */
    public boolean isLateMaterialized() {
        return lateMaterialized;
    }

    /** Whether a column is read and has been requested. */
    public boolean has(int column) {
        return fetchOf[column] != null;
    }

    private ChunkFetch fetchOf(int column) {
        return Objects.requireNonNull(fetchOf[column], "a column that was not requested");
    }

    /** Returns the index in the row group of the first row of a page run of a column. */
    public long firstRow(int column, int run) {
        List<UndamagedRun> runs = undamaged.get(column);
        return runs != null ? runs.get(run).firstRow() : fetchOf(column).firstRow(chunkIndexes[column], run);
    }

    /** Returns the index in the row group after the last row of a page run of a column. */
    public long endRow(int column, int run) {
        List<UndamagedRun> runs = undamaged.get(column);
        return runs != null ? runs.get(run).endRow() : fetchOf(column).endRow(chunkIndexes[column], run);
    }

    /**
     * Returns the bytes of a page run, waiting for them if necessary; the first run has the dictionary page with it.
     */
    public ColumnChunkBytes chunk(int column, int run) throws IOException {
        List<UndamagedRun> runs = undamaged.get(column);
        return runs != null ? runs.get(run).bytes() : fetchOf(column).chunk(chunkIndexes[column], run);
    }

    /** Whether a page run begins with entries that continue an earlier row. */
    public boolean startsInRow(int column, int run) {
        List<UndamagedRun> runs = undamaged.get(column);
        return runs != null && runs.get(run).startsInRow();
    }

    /** Returns the plan of a column's chunk. */
    public ChunkReadPlan chunkPlan(int column) {
        return plan().chunks().get(chunkIndexes[column]);
    }

    /** Whether no request is pending. */
    boolean isIdle() {
        return fetches.stream().allMatch(ChunkFetch::isDone);
    }
}
