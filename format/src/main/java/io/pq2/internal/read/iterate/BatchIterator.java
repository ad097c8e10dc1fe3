package io.pq2.internal.read.iterate;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InternalErrorException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.fetch.KeptRows;
import io.pq2.internal.read.fetch.RowGroupColumns;
import io.pq2.internal.read.fetch.RowGroupFetch;
import io.pq2.internal.read.fetch.RowGroupQueue;
import io.pq2.internal.read.plan.LateMaterialization;
import io.pq2.internal.read.plan.ReadPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.plan.ScanRequest;
import io.pq2.internal.read.prune.RowGroupFilter;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.internal.read.source.ScanSources;
import io.pq2.predicate.Predicate;
import io.pq2.read.CorruptionReport;
import io.pq2.read.OnCorruption;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the batches of a scan. Used by one thread at a time. */
public final class BatchIterator implements Closeable {

    private final OpenFile file;
    private final ReadPlan plan;
    private final int batchSize;
    private final ScanListener listener;
    private final LateMaterialization lateMaterialization = new LateMaterialization();
    private final ScanColumns columns;
    private final RowSelections selections;
    private final ScanSources sources;
    private final RowGroupQueue queue;
    private final Losses losses;
    /** Whether the caller may stop after a few rows. */
    private final boolean fewRows;
    /** Absent if damage is an error. */
    private final @Nullable Recovery recovery;

    private boolean begun;
    private State state = Between.ROW_GROUPS;
    private BatchPosition position = BatchPosition.NONE;
    /** The index in the file of the row group that was begun last; -1 before the first one. */
    private int rowGroup = -1;

    private sealed interface State permits Between, InRowGroup {}

    /** The states outside of a row group. */
    private enum Between implements State {
        /** The next call begins a row group. */
        ROW_GROUPS,
        /** All row groups were read. */
        END,
        /** A call ended in an exception. Columns can be at different rows. */
        FAILED,
        CLOSED
    }

    /** Some batches of a row group are left. */
    private record InRowGroup(RowGroupBatches batches) implements State {}

    /**
     * Opens the files of a scan.
     *
     * @param request what the plan was made for
     * @param batchSize the largest number of rows of a batch
     * @param losses takes what is lost because the file is damaged
     */
    public BatchIterator(
            OpenFile file, ReadPlan plan, ScanRequest request, int batchSize, ScanListener listener, Losses losses)
            throws IOException {
        ScanFilter filter = request.filter();
        boolean recovers = request.onCorruption() != OnCorruption.FAIL;
        this.file = file;
        this.plan = plan;
        this.batchSize = batchSize;
        this.listener = listener;
        DecodeBudget budget = new DecodeBudget(ReadLimits.of(file.options()), plan.storedBytes());
        this.columns = new ScanColumns(file, plan, budget, listener);
        this.selections = new RowSelections(file, plan, filter, columns);
        this.sources = new ScanSources(file, recovers);
        sources.of(null);
        List<Column> output = new ArrayList<>();
        for (Shape field : plan.shape().children()) {
            field.collectColumns(output);
        }
        ScanContext context = new ScanContext(
                sources,
                plan.columns(),
                plan.shape(),
                new HashSet<>(output),
                lateMaterialization,
                file.writer(),
                file.options(),
                recovers,
                listener);
        this.fewRows = request.fewRows();
        this.queue = new RowGroupQueue(
                plan.rowGroups(), filter == null ? null : new RowGroupFilter(file, filter), context, fewRows);
        this.losses = losses;
        this.recovery = recovers ? new Recovery(file, plan, request.onCorruption(), batchSize, context, losses) : null;
        FileDecryptor decryptor = file.decryptor();
        if (decryptor != null) {
            decryptor.retain();
        }
    }

    /** Returns the path or URI of the file for messages. */
    public String file() {
        return file.location();
    }

    /** Returns the plan of the scan. */
    public ReadPlan plan() {
        return plan;
    }

    /** Returns what was lost so far because the file is damaged. */
    public List<CorruptionReport> losses() {
        return losses.reports();
    }

    /** Returns the index in the file of the first row of the last batch; -1 before the first batch. */
    public long firstRow() {
        return position.firstRow() < 0 ? -1 : position.rowIndex(0);
    }

    /** Returns the index in the file of a row of the last batch. */
    public long rowIndex(int row) {
        return position.rowIndex(row);
    }

    /** Returns the next batch; null if there are no more rows. */
    public @Nullable Batch next() throws IOException {
        if (state == Between.CLOSED) {
            throw new IllegalStateException("the reader of " + file.location() + " is closed");
        } else if (state == Between.FAILED) {
            throw new IllegalStateException("a previous call failed to read " + file.location());
        } else if (state == Between.END) {
            return null;
        }
        State current = state;
        state = Between.FAILED;
        try {
            if (!isReadable()) {
                state = Between.END;
                return null;
            }
            Batch batch = null;
            while (batch == null) {
                RowGroupBatches batches =
                        current instanceof InRowGroup inRowGroup ? inRowGroup.batches() : nextRowGroup();
                if (batches == null) {
                    state = Between.END;
                    return null;
                }
                batch = batches.next();
                position = batches.position();
                if (batches.isFinished()) {
                    batches.finish(lateMaterialization);
                    current = Between.ROW_GROUPS;
                } else {
                    requestAhead();
                    current = new InRowGroup(batches);
                }
            }
            state = current;
            return batch;
        } catch (ParquetException e) {
            throw e.locate(location());
        } catch (InternalErrorException e) {
            throw e.locate(location());
        } catch (UncheckedIOException e) {
            // Long column chunks are read while their pages are decoded.
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /**
     * Requests the next row groups, as far as the memory allows. Waits for nothing. The first call requests the first
     * row group.
     */
    public void requestAhead() throws IOException {
        boolean firstRowGroup =
                rowGroup < 0 || rowGroup == plan.rowGroups().get(0).ordinal();
        if (!fewRows || !firstRowGroup) {
            queue.lookAhead();
        }
    }

    /** Whether anything is read. Called before each batch; checks the file before the first one if that is required. */
    private boolean isReadable() throws IOException {
        boolean first = !begun;
        begun = true;
        return !first || recovery == null || recovery.begin();
    }

    private FileLocation location() {
        return new FileLocation(file.location(), rowGroup, null, -1, -1);
    }

    /** Begins the next row group with rows to read; returns null if there is none. */
    private @Nullable RowGroupBatches nextRowGroup() throws IOException {
        for (RowGroupFetch fetch = queue.next(); fetch != null; fetch = queue.next()) {
            RowGroupReadPlan rowGroupPlan = fetch.columns().plan();
            Predicate residual = fetch.columns().residual();
            rowGroup = rowGroupPlan.ordinal();
            listener.rowGroupRead(rowGroup, residual instanceof Predicate.AlwaysTrue);
            RowSelection selection = selections.of(residual);
            int rowsPerBatch = BatchRows.of(rowGroupPlan, batchSize, file.options());
            if (fetch.hasDeferredColumns()) {
                requestDeferredColumns(fetch, Objects.requireNonNull(selection), rowsPerBatch);
            }
            RowGroupColumns requested = recovery == null ? fetch.columns() : recovery.undamaged(fetch.columns());
            if (!requested.rows().isEmpty()) {
                if (sources.isRemote()) {
                    // Beginning the row group waits for its bytes. The next requests need not wait for them.
                    requestAhead();
                }
                RowGroupBatches batches = new RowGroupBatches(requested, columns, selection, rowsPerBatch, listener);
                requestAhead();
                return batches;
            }
        }
        return null;
    }

    /** Evaluates the filter for a whole row group, and requests the other columns for the rows that it keeps. */
    private void requestDeferredColumns(RowGroupFetch fetch, RowSelection selection, int rowsPerBatch)
            throws IOException {
        requestAhead();
        RowGroupColumns filterColumns = fetch.columns();
        columns.start(filterColumns);
        KeptRows kept = fetch.newKeptRows();
        long start = System.nanoTime();
        boolean worthwhile = findRows(filterColumns, selection, rowsPerBatch, kept);
        listener.rowsDecoded(rowGroup, 0, 0, System.nanoTime() - start);
        columns.endRuns(rowGroup);
        if (!worthwhile) {
            fetch.requestRest();
            return;
        }
        fetch.requestRows(kept.rows());
        long removed = filterColumns.rows().count() - fetch.columns().rows().count();
        listener.rowsDecoded(rowGroup, 0, removed, 0);
    }

    /** Finds the rows that the filter keeps. Returns false, without finding all, if they are in most pages. */
    private boolean findRows(RowGroupColumns filterColumns, RowSelection selection, int rowsPerBatch, KeptRows kept)
            throws IOException {
        RowRanges rows = filterColumns.rows();
        for (int i = 0; i < rows.size(); i++) {
            columns.moveTo(filterColumns, rows.from(i));
            for (long row = rows.from(i); row < rows.to(i); ) {
                int count = (int) Math.min(rows.to(i) - row, rowsPerBatch);
                selection.find(count, row, kept);
                row += count;
                if (kept.areInMostPages(row)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        if (state == Between.CLOSED) {
            return;
        }
        state = Between.CLOSED;
        FileDecryptor decryptor = file.decryptor();
        if (decryptor != null) {
            decryptor.release();
        }
        columns.endRuns(rowGroup);
        columns.close();
        if (recovery != null) {
            recovery.close();
        }
        sources.close(queue.isIdle());
    }
}
