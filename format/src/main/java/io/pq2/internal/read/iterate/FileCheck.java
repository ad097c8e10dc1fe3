package io.pq2.internal.read.iterate;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.fetch.RowGroupColumns;
import io.pq2.internal.read.fetch.RowGroupFetch;
import io.pq2.internal.read.fetch.RowGroupQueue;
import io.pq2.internal.read.iterate.RowGroupCheck.Failure;
import io.pq2.internal.read.plan.EncryptedColumns;
import io.pq2.internal.read.plan.LateMaterialization;
import io.pq2.internal.read.plan.ReadPlan;
import io.pq2.internal.read.plan.RowRange;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.plan.ScanPlanner;
import io.pq2.internal.read.plan.ScanRequest;
import io.pq2.internal.read.plan.SplitRange;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.read.OnCorruption;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decodes a scan's columns in all row groups of a file, whichever rows the scan selects. */
final class FileCheck {

    private final OpenFile file;
    private final ReadPlan plan;
    private final int batchSize;
    private final ScanContext context;

    /**
     * Creates the check.
     *
     * @param scan the plan of the scan
     * @param batchSize the largest number of rows that are decoded at once
     */
    FileCheck(OpenFile file, ReadPlan scan, int batchSize, ScanContext context) {
        Set<Column> columns = new HashSet<>(scan.columns());
        ScanRequest all = new ScanRequest(
                columns::contains,
                Column::index,
                ordinal -> true,
                SplitRange.WHOLE_FILE,
                RowRange.ALL,
                null,
                OnCorruption.SKIP_FILE,
                false);
        this.file = file;
        this.plan = ScanPlanner.plan(file, all, ScanListener.NONE);
        this.batchSize = batchSize;
        this.context = new ScanContext(
                context.sources(),
                plan.columns(),
                plan.shape(),
                columns,
                new LateMaterialization(),
                context.writer(),
                context.options(),
                true,
                new Requests(context.listener()));
    }

    /** Passes on the requests of the check, but not the row groups and pages. */
    private record Requests(ScanListener listener) implements ScanListener {

        @Override
        public void requested(ReadPurpose purpose, int requests, long bytes) {
            listener.requested(purpose, requests, bytes);
        }

        @Override
        public void waited(long nanos) {
            listener.waited(nanos);
        }
    }

    /** Returns the first damage; null if there is none. */
    @Nullable
    CorruptFileException damage() throws IOException {
        if (!plan.damaged().isEmpty()) {
            return plan.damaged().get(0).damage();
        }
        RowGroupQueue queue = new RowGroupQueue(plan.rowGroups(), null, context, false);
        try (RowGroupCheck check = new RowGroupCheck(file, plan, batchSize)) {
            for (RowGroupFetch fetch = queue.next(); fetch != null; fetch = queue.next()) {
                queue.lookAhead();
                RowGroupColumns rowGroup = fetch.columns();
                Failure failure =
                        check.run(rowGroup, RowRanges.of(0, rowGroup.plan().rowGroupRows()));
                if (failure != null) {
                    int ordinal = rowGroup.plan().ordinal();
                    if (EncryptedColumns.mayBe(file, ordinal, plan.columns(), failure.damage())) {
                        throw failure.damage();
                    }
                    return failure.damage();
                }
            }
        }
        return null;
    }
}
