package io.pq2.spark.internal.partial;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Aggregates the batches of a task. Its rows have the grouping columns, then the buffers of all functions. A group may
 * have several rows: Spark merges them.
 *
 * <p>Memory is bounded. Groups beyond {@link #MAX_GROUPS} are returned at once. If grouping hardly reduces the number
 * of rows, each row is passed on as a group of its own for a while. So is a batch in which a value may overflow: the
 * code that Spark generates then computes it, or throws Spark's error.
 *
 * <p>Rows are valid until the next call. Not thread-safe.
 */
public final class PartialAggregator implements Iterator<InternalRow> {

    /** The number of groups that are returned at the end of a batch, so that memory is bounded. */
    static final int MAX_GROUPS = 1 << 18;

    /** Grouping pays if a group has at least as many rows on average. */
    private static final int ROWS_PER_GROUP = 2;

    /** The number of rows that are passed on before grouping is tried again. */
    private static final int PASSED_ROWS = 1 << 20;

    /** Receives the number of rows that were passed on without grouping. */
    @FunctionalInterface
    public interface PassedRows {
        void add(long rows);
    }

    private final Iterator<ColumnarBatch> batches;
    private final RowTest condition;
    private final GroupIndex index;
    private final int keyCount;
    private final List<Accumulator> accumulators;
    private final UnaryOperator<InternalRow> rowByRow;
    private final PassedRows passedRows;
    private final UnsafeRowWriter writer;

    private final BatchColumns columns = new BatchColumns();
    private int[] all = {};
    private int[] selected = {};
    private int[] groups = {};

    /** Whether the functions' arguments are evaluated for the current batch. */
    private boolean prepared;

    private long rowsInGroups;
    /** The number of rows still to pass on before grouping is tried again. */
    private long rowsToPass;

    /** The next selected row to pass on, of {@link #count}. */
    private int nextRow;

    private int count;
    /** The next group to return, of {@link #returned}. */
    private int nextGroup;

    private int returned;
    private boolean finished;

    /**
     * Creates the aggregation of a task.
     *
     * @param batches batches that are valid until the next one
     * @param plan the keys, functions and conditions, used by this task only
     * @param rowByRow returns the result for a single row
     */
    public PartialAggregator(
            Iterator<ColumnarBatch> batches,
            PartialPlan plan,
            UnaryOperator<InternalRow> rowByRow,
            PassedRows passedRows) {
        this.batches = batches;
        this.condition = plan.condition();
        this.index = new GroupIndex(plan.keys());
        this.keyCount = plan.keys().size();
        this.accumulators = plan.accumulators();
        this.rowByRow = rowByRow;
        this.passedRows = passedRows;
        this.writer = new UnsafeRowWriter(plan.fields());
        resize();
    }

    @Override
    public boolean hasNext() {
        while (true) {
            if (nextRow < count || nextGroup < returned) {
                return true;
            }
            if (returned > 0) {
                clear();
            }
            if (batches.hasNext()) {
                process(batches.next());
            } else if (finished) {
                return false;
            } else {
                finished = true;
                returned = index.size();
            }
        }
    }

    @Override
    public InternalRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return nextRow < count ? row(selected[nextRow++]) : group(nextGroup++);
    }

    private InternalRow row(int row) {
        if (!prepared) {
            return rowByRow.apply(columns.row(row));
        }
        writer.reset();
        writer.zeroOutNullBytes();
        index.writeRow(columns, writer, row);
        int field = keyCount;
        for (Accumulator accumulator : accumulators) {
            accumulator.writeRow(columns, writer, field, row);
            field += accumulator.fields();
        }
        return writer.getRow();
    }

    private InternalRow group(int group) {
        writer.reset();
        writer.zeroOutNullBytes();
        index.write(writer, group);
        int field = keyCount;
        for (Accumulator accumulator : accumulators) {
            accumulator.write(writer, field, group);
            field += accumulator.fields();
        }
        return writer.getRow();
    }

    private void process(ColumnarBatch batch) {
        columns.begin(batch);
        int rows = batch.numRows();
        reserve(rows);
        int remaining = condition.select(columns, all, rows, selected);
        if (remaining == 0) {
            return;
        }
        prepared = prepare();
        if (rowsToPass > 0 || !prepared) {
            rowsToPass = Math.max(0, rowsToPass - remaining);
            passedRows.add(remaining);
            nextRow = 0;
            count = remaining;
            return;
        }
        index.find(columns, selected, remaining, groups);
        resize();
        for (Accumulator accumulator : accumulators) {
            accumulator.add(columns, selected, remaining, groups);
        }
        rowsInGroups += remaining;
        if (keyCount > 0) {
            decide();
        }
    }

    /** Returns the groups if they are many, and stops grouping for a while if it hardly reduced the number of rows. */
    private void decide() {
        int size = index.size();
        if (size >= MAX_GROUPS) {
            returned = size;
            rowsToPass = rowsInGroups >= (long) ROWS_PER_GROUP * size ? 0 : PASSED_ROWS;
        }
    }

    private boolean prepare() {
        for (Accumulator accumulator : accumulators) {
            if (!accumulator.prepare(columns)) {
                return false;
            }
        }
        return true;
    }

    private void reserve(int rows) {
        if (all.length < rows) {
            all = new int[rows];
            for (int i = 0; i < rows; i++) {
                all[i] = i;
            }
            selected = new int[rows];
            groups = new int[rows];
        }
    }

    private void resize() {
        for (Accumulator accumulator : accumulators) {
            accumulator.resize(index.size());
        }
    }

    private void clear() {
        index.clear();
        accumulators.forEach(Accumulator::clear);
        rowsInGroups = 0;
        nextGroup = 0;
        returned = 0;
        resize();
    }
}
