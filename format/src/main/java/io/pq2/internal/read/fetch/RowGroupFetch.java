package io.pq2.internal.read.fetch;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.prune.PageRuns;
import io.pq2.internal.read.prune.PrunedRowGroup;
import io.pq2.internal.read.prune.PruningRequests;
import io.pq2.internal.read.prune.RowGroupFilter;
import io.pq2.internal.read.prune.RowGroupPruning;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row group on its way from the plan to the reader, in phases:
 *
 * <ol>
 *   <li>{@link Pruning}: bloom filters, page indexes and dictionaries are being read.
 *   <li>{@link Pruned}: the rows and pages to read are known, and nothing of them is requested.
 *   <li>{@link FilterColumnsRequested}, with late materialization only: the filter's columns are requested. The reader
 *       evaluates the filter and calls {@link #requestRows} or {@link #requestRest}.
 *   <li>{@link Requested}: all columns are requested.
 * </ol>
 */
public final class RowGroupFetch {

    private RowGroupReadPlan plan;
    private final ScanContext context;
    /** Absent if every row matches. */
    private final @Nullable RowGroupFilter filter;

    private int[] chunkIndexes;
    private Phase phase;

    private sealed interface Phase permits Pruning, Pruned, FilterColumnsRequested, Requested {

        /** Whether no request is pending. */
        boolean isIdle();
    }

    private record Pruning(RowGroupPruning pruning) implements Phase {

        @Override
        public boolean isIdle() {
            return pruning.isIdle();
        }
    }

    /**
     * @param needed by chunk of the plan: whether it is read
     * @param bytes the number of bytes to hold in memory when the needed chunks have been requested
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Pruned(RowGroupPruning pruning, PrunedRowGroup result, boolean[] needed, long bytes)
            implements Phase {

        @Override
        public boolean isIdle() {
            return pruning.isIdle();
        }
    }

    private record FilterColumnsRequested(
            Pruned pruned, DeferredColumns deferred, ChunkFetch fetch, RowGroupColumns columns) implements Phase {

        @Override
        public boolean isIdle() {
            return pruned.isIdle() && columns.isIdle();
        }
    }

    private record Requested(Pruned pruned, RowGroupColumns columns) implements Phase {

        @Override
        public boolean isIdle() {
            return pruned.isIdle() && columns.isIdle();
        }
    }

    /**
     * Begins pruning.
     *
     * @param filter the filter; absent if every row matches
     * @param requests takes the ranges that pruning requests
     */
    RowGroupFetch(RowGroupReadPlan plan, @Nullable RowGroupFilter filter, ScanContext context, PruningRequests requests)
            throws IOException {
        this.plan = plan;
        this.context = context;
        this.filter = filter;
        this.chunkIndexes = plan.chunkIndexes(context.columns());
        try {
            this.phase = new Pruning(RowGroupPruning.begin(plan, filter, context, requests));
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
    }

    private FileLocation location() {
        return new FileLocation(null, plan.ordinal(), null, -1, -1);
    }

    /**
     * Continues pruning.
     *
     * @param wait whether to wait for bytes until pruning is finished
     * @return whether pruning is finished
     */
    boolean prune(boolean wait) throws IOException {
        if (!(phase instanceof Pruning pruning)) {
            return true;
        }
        PrunedRowGroup result;
        try {
            result = pruning.pruning().advance(wait);
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
        if (result == null) {
            return false;
        }
        if (!result.plan().equals(plan)) {
            plan = result.plan();
            chunkIndexes = plan.chunkIndexes(context.columns());
        }
        boolean[] needed = needed(result);
        long bytes = 0;
        for (int i = 0; i < needed.length; i++) {
            PageRuns runs = result.pageRuns().get(i);
            long requested = runs == null ? plan.chunks().get(i).range().length() : runs.bytes();
            bytes += needed[i] ? requested : 0;
        }
        phase = new Pruned(pruning.pruning(), result, needed, bytes);
        return true;
    }

    /** Waits for the bytes that pruning has requested. */
    void awaitPruning() throws IOException {
        if (phase instanceof Pruning pruning) {
            pruning.pruning().await();
        }
    }

    /** Returns all chunks except those of columns that only the filter needed before pruning decided its conditions. */
    private boolean[] needed(PrunedRowGroup result) {
        boolean[] chunks = new boolean[plan.chunks().size()];
        Predicate residual = result.residual();
        if (filter == null || residual == null || residual.equals(plan.residual())) {
            Arrays.fill(chunks, true);
            return chunks;
        }
        Set<Column> filterColumns = filter.columns(residual);
        for (int i = 0; i < chunks.length; i++) {
            Column column = plan.chunks().get(i).column();
            chunks[i] = context.outputColumns().contains(column) || filterColumns.contains(column);
        }
        return chunks;
    }

    private Pruned pruned() {
        if (phase instanceof Pruned pruned) {
            return pruned;
        } else if (phase instanceof FilterColumnsRequested requested) {
            return requested.pruned();
        } else if (phase instanceof Requested requested) {
            return requested.pruned();
        }
        throw new IllegalStateException("row group " + plan.ordinal() + " is still being pruned");
    }

    /** Whether pruning left no rows. Only after {@link #prune} has finished. */
    boolean isEmpty() {
        return pruned().result().rows().isEmpty();
    }

    /** Whether the filter is known to match all rows that pruning left. Only after {@link #prune} has finished. */
    boolean matchesAllRows() {
        return pruned().result().residual() instanceof Predicate.AlwaysTrue;
    }

    /** Returns the number of bytes in memory when the row group has been requested; 0 while it is being pruned. */
    long bytes() {
        return phase instanceof Pruning ? 0 : pruned().bytes();
    }

    /** Requests the columns, or only the filter's columns for late materialization, unless that has been done. */
    void request() throws IOException {
        if (!(phase instanceof Pruned pruned)) {
            return;
        }
        DeferredColumns deferred = DeferredColumns.of(pruned.result(), pruned.needed(), filter, context);
        boolean[] first = pruned.needed().clone();
        for (int i = 0; i < first.length; i++) {
            first[i] &= deferred == null || !deferred.has(i);
        }
        ChunkFetch fetch = fetch(pruned.result(), first, pruned.result().pageRuns());
        RowGroupColumns columns =
                new RowGroupColumns(pruned.result(), pruned.result().rows(), chunkIndexes, List.of(fetch), false);
        phase = deferred == null
                ? new Requested(pruned, columns)
                : new FilterColumnsRequested(pruned, deferred, fetch, columns);
        reportRequested(pruned, deferred);
    }

    private ChunkFetch fetch(PrunedRowGroup result, boolean[] chunks, List<@Nullable PageRuns> pageRuns)
            throws IOException {
        try {
            return new ChunkFetch(result, chunks, pageRuns, context);
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
    }

    /** Returns the columns that have been requested: all of them, or the filter's if {@link #hasDeferredColumns}. */
    public RowGroupColumns columns() {
        if (phase instanceof FilterColumnsRequested requested) {
            return requested.columns();
        }
        return ((Requested) phase).columns();
    }

    /** Whether the reader must evaluate the filter and then call {@link #requestRows} or {@link #requestRest}. */
    public boolean hasDeferredColumns() {
        return phase instanceof FilterColumnsRequested;
    }

    /** Returns a collector of the rows that the filter keeps. */
    public KeptRows newKeptRows() throws IOException {
        FilterColumnsRequested requested = (FilterColumnsRequested) phase;
        int pages = Math.max(
                1, requested.pruned().result().pageCount(requested.deferred().largest()));
        return new KeptRows(plan.rowGroupRows() / pages, plan.rowGroupRows());
    }

    /** Requests the deferred columns without regard to the filter. */
    public void requestRest() throws IOException {
        FilterColumnsRequested requested = (FilterColumnsRequested) phase;
        PrunedRowGroup result = requested.pruned().result();
        finish(requested, requested.deferred().chunks(), result.pageRuns(), result.rows());
    }

    /**
     * Requests the pages of the deferred columns that contain rows that the filter keeps. From then on only these
     * rows, and rows between them, are read.
     */
    public void requestRows(RowRanges kept) throws IOException {
        FilterColumnsRequested requested = (FilterColumnsRequested) phase;
        PrunedRowGroup result = requested.pruned().result();
        boolean[] chunks = requested.deferred().chunks();
        List<@Nullable PageRuns> pageRuns = new ArrayList<>(result.pageRuns());
        if (kept.isEmpty()) {
            chunks = new boolean[chunks.length];
        } else {
            for (int i = 0; i < chunks.length; i++) {
                PageRuns runs = chunks[i] ? result.pageRuns(i, kept) : null;
                if (runs != null) {
                    pageRuns.set(i, runs);
                }
            }
        }
        finish(requested, chunks, pageRuns, new KeptRowRanges(result.rows(), pageRuns).join(kept));
    }

    private void finish(
            FilterColumnsRequested requested, boolean[] chunks, List<@Nullable PageRuns> pageRuns, RowRanges rows)
            throws IOException {
        PrunedRowGroup result = requested.pruned().result();
        ChunkFetch rest = fetch(result, chunks, pageRuns);
        phase = new Requested(
                requested.pruned(),
                new RowGroupColumns(result, rows, chunkIndexes, List.of(requested.fetch(), rest), true));
        reportDeferred(requested, chunks, pageRuns);
    }

    private void reportRequested(Pruned pruned, @Nullable DeferredColumns deferred) {
        PrunedRowGroup result = pruned.result();
        for (int column = 0; column < chunkIndexes.length; column++) {
            int chunk = chunkIndexes[column];
            if (chunk < 0 || (deferred != null && deferred.has(chunk))) {
                continue;
            }
            boolean needed = pruned.needed()[chunk];
            PageRuns runs = result.pageRuns().get(chunk);
            long requested = needed ? DeferredColumns.bytes(result, chunk, runs) : 0;
            long skipped = filter == null ? 0 : plan.chunks().get(chunk).length() - requested;
            int pages = filter == null || !needed ? 0 : skippedPages(runs);
            SkipReason reason = needed ? SkipReason.COLUMN_INDEX : result.lastReason();
            context.listener().chunkRequested(plan.ordinal(), column, requested, skipped, pages, reason);
        }
        if (!plan.pruning().pageIndexes().isEmpty()) {
            long excluded = plan.rowCount() - result.rows().count();
            context.listener().rowsPruned(plan.ordinal(), excluded);
            if (excluded == 0) {
                context.listener().nothingExcluded(plan.ordinal(), SkipReason.COLUMN_INDEX);
            }
        }
    }

    private void reportDeferred(FilterColumnsRequested requested, boolean[] chunks, List<@Nullable PageRuns> pageRuns)
            throws IOException {
        PrunedRowGroup result = requested.pruned().result();
        long allRequested = 0;
        long allSaved = 0;
        for (int column = 0; column < chunkIndexes.length; column++) {
            int chunk = chunkIndexes[column];
            if (chunk < 0 || !requested.deferred().has(chunk)) {
                continue;
            }
            PageRuns byIndex = result.pageRuns().get(chunk);
            PageRuns runs = pageRuns.get(chunk);
            long left = DeferredColumns.bytes(result, chunk, byIndex);
            long bytes = chunks[chunk] ? DeferredColumns.bytes(result, chunk, runs) : 0;
            int pages = chunks[chunk] ? skippedPages(runs) : result.pageCount(chunk);
            long skippedByIndex = plan.chunks().get(chunk).length() - left;
            int pagesByIndex = skippedPages(byIndex);
            context.listener()
                    .chunkRequested(
                            plan.ordinal(), column, bytes, skippedByIndex, pagesByIndex, SkipReason.COLUMN_INDEX);
            context.listener()
                    .chunkRequested(
                            plan.ordinal(),
                            column,
                            0,
                            left - bytes,
                            Math.max(0, pages - pagesByIndex),
                            SkipReason.ROW_FILTER);
            allRequested += bytes;
            allSaved += left - bytes;
        }
        context.lateMaterialization().recordDeferredBytes(allRequested, allSaved);
    }

    private static int skippedPages(@Nullable PageRuns runs) {
        return runs == null ? 0 : runs.skippedPages();
    }

    /** Returns the readable external files; a null element is the scanned file. */
    Set<@Nullable String> externalFiles() {
        Set<@Nullable String> files = new HashSet<>();
        plan.chunks().forEach(chunk -> files.add(chunk.externalFile()));
        plan.pruning().bloomFilters().forEach(planned -> files.add(planned.externalFile()));
        plan.pruning().pageIndexes().forEach(planned -> files.add(planned.externalFile()));
        plan.pruning().dictionaries().forEach(planned -> files.add(planned.externalFile()));
        return files;
    }

    /** Whether no request is pending. */
    boolean isIdle() {
        return phase.isIdle();
    }
}
