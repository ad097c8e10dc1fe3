package io.pq2.internal.read.plan;

import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.CorruptionReport;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sends everything to both of two listeners. */
record CombinedListener(ScanListener first, ScanListener second) implements ScanListener {

    @Override
    public void requested(ReadPurpose purpose, int requests, long bytes) {
        first.requested(purpose, requests, bytes);
        second.requested(purpose, requests, bytes);
    }

    @Override
    public void waiting(CompletableFuture<?> bytes) {
        first.waiting(bytes);
        second.waiting(bytes);
    }

    @Override
    public void waited(long nanos) {
        first.waited(nanos);
        second.waited(nanos);
    }

    @Override
    public void planning(String location, @Nullable Predicate filter, List<Column> columns) {
        first.planning(location, filter, columns);
        second.planning(location, filter, columns);
    }

    @Override
    public void rowGroupPlanned(RowGroupReadPlan rowGroup) {
        first.rowGroupPlanned(rowGroup);
        second.rowGroupPlanned(rowGroup);
    }

    @Override
    public void rowGroupSkipped(SkippedRowGroup rowGroup, long[] bytesByColumn) {
        first.rowGroupSkipped(rowGroup, bytesByColumn);
        second.rowGroupSkipped(rowGroup, bytesByColumn);
    }

    @Override
    public void allRowsMatch(int rowGroup, SkipReason reason, @Nullable Predicate condition) {
        first.allRowsMatch(rowGroup, reason, condition);
        second.allRowsMatch(rowGroup, reason, condition);
    }

    @Override
    public void contradicted(int rowGroup, Column column, String contradiction) {
        first.contradicted(rowGroup, column, contradiction);
        second.contradicted(rowGroup, column, contradiction);
    }

    @Override
    public void nothingExcluded(int rowGroup, SkipReason reason) {
        first.nothingExcluded(rowGroup, reason);
        second.nothingExcluded(rowGroup, reason);
    }

    @Override
    public void rowsPruned(int rowGroup, long rows) {
        first.rowsPruned(rowGroup, rows);
        second.rowsPruned(rowGroup, rows);
    }

    @Override
    public void pagesRequested(int rowGroup, Column column, long offset, long bytes) {
        first.pagesRequested(rowGroup, column, offset, bytes);
        second.pagesRequested(rowGroup, column, offset, bytes);
    }

    @Override
    public void chunkRequested(
            int rowGroup, int column, long bytes, long bytesSkipped, int pagesSkipped, SkipReason reason) {
        first.chunkRequested(rowGroup, column, bytes, bytesSkipped, pagesSkipped, reason);
        second.chunkRequested(rowGroup, column, bytes, bytesSkipped, pagesSkipped, reason);
    }

    @Override
    public void rowGroupRead(int rowGroup, boolean allRowsMatch) {
        first.rowGroupRead(rowGroup, allRowsMatch);
        second.rowGroupRead(rowGroup, allRowsMatch);
    }

    @Override
    public void pagesRead(int rowGroup, int column, int read, int passedOver, long values, long decompressNanos) {
        first.pagesRead(rowGroup, column, read, passedOver, values, decompressNanos);
        second.pagesRead(rowGroup, column, read, passedOver, values, decompressNanos);
    }

    @Override
    public void damaged(CorruptionReport report) {
        first.damaged(report);
        second.damaged(report);
    }

    @Override
    public void fileLost() {
        first.fileLost();
        second.fileLost();
    }

    @Override
    public void rowsLost(long rows) {
        first.rowsLost(rows);
        second.rowsLost(rows);
    }

    @Override
    public void rowsDecoded(int rowGroup, int output, long filtered, long nanos) {
        first.rowsDecoded(rowGroup, output, filtered, nanos);
        second.rowsDecoded(rowGroup, output, filtered, nanos);
    }
}
