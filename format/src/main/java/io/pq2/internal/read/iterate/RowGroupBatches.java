package io.pq2.internal.read.iterate;

import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.decode.ColumnReader;
import io.pq2.internal.read.decode.VectorNode;
import io.pq2.internal.read.fetch.RowGroupColumns;
import io.pq2.internal.read.plan.LateMaterialization;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the batches of one row group. Batches end at the gaps between the row ranges that are read. */
final class RowGroupBatches {

    private final RowGroupColumns rowGroup;
    private final ScanColumns columns;
    /** Absent if all rows are output. */
    private final @Nullable RowSelection selection;

    private final int rowsPerBatch;
    private final ScanListener listener;

    /** The index of the row range that is read. */
    private int range = -1;
    /** The number of rows that are left of it. */
    private long rowsLeft;

    private long selectedRows;
    private long batchRow;

    /**
     * Begins the columns of a row group.
     *
     * @param rowGroup the row group, with at least one row to read
     * @param selection selects the rows of the output; absent if all rows are output
     * @param rowsPerBatch the largest number of rows that are decoded at once
     */
    RowGroupBatches(
            RowGroupColumns rowGroup,
            ScanColumns columns,
            @Nullable RowSelection selection,
            int rowsPerBatch,
            ScanListener listener)
            throws IOException {
        this.rowGroup = rowGroup;
        this.columns = columns;
        this.selection = selection;
        this.rowsPerBatch = rowsPerBatch;
        this.listener = listener;
        columns.start(rowGroup);
    }

    /** Whether all rows have been read. */
    boolean isFinished() {
        return rowsLeft == 0 && range + 1 == rowGroup.rows().size();
    }

    /** Reads the next rows; at least one must be left. Returns null if the filter keeps none of them. */
    @Nullable
    Batch next() throws IOException {
        RowRanges rows = rowGroup.rows();
        if (rowsLeft == 0) {
            range++;
            columns.moveTo(rowGroup, rows.from(range));
            rowsLeft = rows.to(range) - rows.from(range);
        }
        int count = (int) Math.min(rowsLeft, rowsPerBatch);
        Batch batch = selection == null ? decode(count) : decodeSelected(selection, count);
        batchRow = rows.to(range) - rowsLeft;
        rowsLeft -= count;
        return batch;
    }

    private Batch decode(int rows) {
        long start = System.nanoTime();
        for (ColumnReader reader : columns.active()) {
            reader.read(rows);
        }
        List<Vector> vectors = new ArrayList<>(columns.fields().size());
        for (VectorNode field : columns.fields()) {
            vectors.add(field.assemble(rows));
        }
        listener.rowsDecoded(rowGroup.plan().ordinal(), rows, 0, System.nanoTime() - start);
        return new Batch(rows, vectors, columns.names());
    }

    private @Nullable Batch decodeSelected(RowSelection selecting, int rows) {
        long start = System.nanoTime();
        int selected = selecting.select(rows);
        Batch batch = null;
        if (selected == 0) {
            selecting.skip(columns.active(), rows);
        } else {
            batch = new Batch(selected, selecting.vectors(columns.fields(), columns.active(), rows), columns.names());
        }
        selectedRows += selected;
        listener.rowsDecoded(rowGroup.plan().ordinal(), selected, rows - selected, System.nanoTime() - start);
        return batch;
    }

    /** Returns the place of the rows that {@link #next} read last. */
    BatchPosition position() {
        RowGroupReadPlan plan = rowGroup.plan();
        return new BatchPosition(plan.firstRow() - plan.skippedRows() + batchRow, selection);
    }

    /** Ends the row group after its last rows: checks that no values are left, and reports the pages that were read. */
    void finish(LateMaterialization lateMaterialization) {
        long rows = rowGroup.rows().count();
        if (selection == null) {
            if (rows == rowGroup.plan().rowGroupRows()) {
                columns.checkEnd(rowGroup);
            }
        } else if (!rowGroup.isLateMaterialized()) {
            lateMaterialization.recordMatches(selectedRows, rows);
        }
        columns.endRuns(rowGroup.plan().ordinal());
    }
}
