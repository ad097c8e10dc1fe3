package io.pq2.internal.read.prune;

import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The pruning of one row group before its column chunks are requested. It begins with its first requests and goes on
 * with {@link #advance}, step by step, as their bytes arrive.
 */
public sealed interface RowGroupPruning permits FilterPruning, RowRangePruning {

    /**
     * Begins pruning.
     *
     * @param filter the filter; absent if every row matches
     * @param requests takes the ranges to request, now and in {@link #advance}
     */
    static RowGroupPruning begin(
            RowGroupReadPlan plan, @Nullable RowGroupFilter filter, ScanContext context, PruningRequests requests)
            throws IOException {
        return filter == null
                ? new RowRangePruning(plan, context, requests)
                : new FilterPruning(plan, filter, context, requests);
    }

    /**
     * Performs all steps whose bytes have arrived.
     *
     * @param wait whether to wait for bytes until the result is known
     * @return the result; null if bytes are missing
     */
    @Nullable
    PrunedRowGroup advance(boolean wait) throws IOException;

    /** Waits for the bytes that have been requested. */
    void await() throws IOException;

    /** Whether no request is pending. */
    boolean isIdle();
}
