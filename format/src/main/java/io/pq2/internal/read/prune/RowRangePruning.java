package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.predicate.SkipReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the pages of a row range by the offset indexes, for a scan without a filter. */
final class RowRangePruning implements RowGroupPruning {

    private final RowGroupReadPlan plan;
    private final PruningReads reads;
    /** Absent if whole chunks are read. */
    private final @Nullable PageIndexFetch indexes;

    RowRangePruning(RowGroupReadPlan plan, ScanContext context, PruningRequests requests) throws IOException {
        this.plan = plan;
        this.reads = new PruningReads(context, requests);
        this.indexes = plan.isWhole() || context.recovers() ? null : new PageIndexFetch(plan, reads);
        reads.request(ReadPurpose.DATA);
    }

    @Override
    public @Nullable PrunedRowGroup advance(boolean wait) throws IOException {
        if (!wait && !reads.isDone()) {
            return null;
        }
        RowRanges rows = RowRanges.of(plan.skippedRows(), plan.skippedRows() + plan.rowCount());
        List<@Nullable PageRuns> pageRuns = new ArrayList<>();
        for (int i = 0; i < plan.chunks().size(); i++) {
            pageRuns.add(PrunedRowGroup.pageRuns(plan, indexes, Map.of(), i, rows));
        }
        return new PrunedRowGroup(plan, rows, null, pageRuns, Map.of(), SkipReason.STATISTICS, indexes);
    }

    @Override
    public void await() throws IOException {
        reads.await();
    }

    @Override
    public boolean isIdle() {
        return reads.isDone();
    }
}
