package io.pq2.internal.read.fetch;

import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.prune.PageRuns;
import io.pq2.internal.read.prune.PrunedRowGroup;
import io.pq2.internal.read.prune.RowGroupFilter;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The column chunks of a row group that are requested only after the filter has been evaluated.
 *
 * @param chunks by chunk of the plan: whether it is deferred
 * @param largest the index of the deferred chunk with the most bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DeferredColumns(boolean[] chunks, int largest) {

    /**
     * Returns the chunks that the filter does not need, if late materialization is worthwhile; otherwise null.
     *
     * @param needed by chunk of the plan: whether it is read
     * @param filter the filter; absent if every row matches
     */
    static @Nullable DeferredColumns of(
            PrunedRowGroup pruned, boolean[] needed, @Nullable RowGroupFilter filter, ScanContext context) {
        Predicate residual = pruned.residual();
        if (context.recovers()
                || filter == null
                || residual == null
                || residual instanceof Predicate.AlwaysTrue
                || !context.lateMaterialization().isWorthwhile(residual)) {
            return null;
        }
        Set<Column> decodedFirst = filter.columnsDecodedFirst(residual, context.shape());
        boolean[] chunks = new boolean[needed.length];
        long bytes = 0;
        int largest = -1;
        for (int i = 0; i < chunks.length; i++) {
            ChunkReadPlan chunk = pruned.plan().chunks().get(i);
            PageRuns runs = pruned.pageRuns().get(i);
            chunks[i] = needed[i] && !decodedFirst.contains(chunk.column());
            if (chunks[i]) {
                bytes += bytes(pruned, i, runs);
                largest = largest < 0
                                || bytes(pruned, i, runs)
                                        > bytes(
                                                pruned,
                                                largest,
                                                pruned.pageRuns().get(largest))
                        ? i
                        : largest;
            }
            boolean readInParts = runs == null && chunk.length() > chunk.range().length();
            if (needed[i] && !chunks[i] && readInParts) {
                return null; // most of a long filter column would be requested twice
            }
        }
        boolean worthwhile = !decodedFirst.isEmpty()
                && largest >= 0
                && bytes >= context.options().lateMaterializationMinBytes();
        return worthwhile ? new DeferredColumns(chunks, largest) : null;
    }

    /**
     * Returns the number of bytes of a chunk's requested pages.
     *
     * @param runs the pages; absent for the whole chunk
     */
    static long bytes(PrunedRowGroup pruned, int chunk, @Nullable PageRuns runs) {
        return runs == null ? pruned.plan().chunks().get(chunk).length() : runs.bytes();
    }

    boolean has(int chunk) {
        return chunks[chunk];
    }
}
