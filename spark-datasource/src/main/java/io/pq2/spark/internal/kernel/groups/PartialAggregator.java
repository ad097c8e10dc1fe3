package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.conditions.RowCondition;
import io.pq2.spark.internal.kernel.values.BatchColumns;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/**
 * Aggregates the batches of a task, which have rows, or the aggregates of a row group ({@link FooterBatch}). Its rows
 * have the grouping columns, then the buffers of all functions. A group may have several rows: Spark merges them.
 *
 * <p>Memory is bounded. Spark's memory manager grants it from the first batch on. All groups are returned when they are
 * {@link #MAX_GROUPS}, or at the end of a batch for which no more memory is granted. They are written to a file when
 * another consumer of the task asks for their memory, between two rows that are returned. If grouping hardly reduces
 * the number of rows, each row is passed on as a group of its own for a while. So is a batch in which a value may
 * overflow, after the groups of the batches before: the code that Spark generates then computes it, or throws Spark's
 * error.
 *
 * <p>Rows are valid until the next call. Not thread-safe, but the memory manager may ask for memory in any thread.
 */
@NullUnmarked // spilled groups are absent most of the time
public final class PartialAggregator implements Iterator<InternalRow> {

    /** The number of groups from which on it is checked whether grouping reduces the number of rows. */
    static final int FEW_GROUPS = 1 << 18;

    /** More groups are returned at the end of a batch. */
    static final int MAX_GROUPS = 1 << 22;

    /**
     * Grouping does not pay if the first groups have fewer rows on average. Then there are at least four million
     * groups, if all are equally frequent.
     */
    private static final double FIRST_ROWS_PER_GROUP = 1.03;

    /** Grouping does not pay if groups whose memory is exhausted have fewer rows on average. */
    private static final double LAST_ROWS_PER_GROUP = 1.5;

    /** The number of rows that are passed on before grouping is tried again; doubled if it does not pay again. */
    private static final int PASSED_ROWS = 1 << 20;

    private static final int MAX_PASSED_ROWS = 1 << 24;

    /** Receives what a task did. */
    public interface Counters {
        /** Adds rows that were passed on without grouping. */
        void passed(long rows);

        /** Adds bytes of memory whose groups were written to a file. */
        void spilled(long bytes);
    }

    private final Iterator<ColumnarBatch> batches;
    private final RowCondition condition;
    private final GroupIndex index;
    private final int keyCount;
    private final int fields;
    private final List<Accumulator> accumulators;
    private final UnaryOperator<InternalRow> rowByRow;
    private final Counters counters;
    private final TaskMemory memory;
    private final UnsafeRowWriter writer;

    /** Held while groups are found or returned, and while they are written to a file. Not reentrant. */
    private final Semaphore busy = new Semaphore(1);

    private final BatchColumns columns;
    private int[] selected = {};

    /** Whether the functions' arguments are evaluated for the current batch. */
    private boolean prepared;

    private long rowsInGroups;
    /** The number of rows still to pass on before grouping is tried again. */
    private long rowsToPass;

    private int passedAtOnce = PASSED_ROWS;

    /** The next selected row to pass on, of {@link #count}. */
    private int nextRow;

    private int count;

    /** The number of selected rows to pass on after the groups of the batches before. */
    private int waiting;

    /** The next group to return, before {@link #returned}. */
    private int nextGroup;

    private int returned;
    private boolean finished;

    /** Groups that are returned before others; null if there are none. */
    private SpilledGroups spilled;

    /** The bytes of the strings of all groups after the last batch, and the most that a batch added. */
    private long textBytes;

    private long addedTextBytes;

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
            Counters counters,
            TaskMemory memory) {
        this.batches = batches;
        this.condition = plan.condition();
        this.index = new GroupIndex(plan.keys());
        this.keyCount = plan.keys().size();
        this.accumulators = plan.accumulators();
        this.rowByRow = rowByRow;
        this.counters = counters;
        this.memory = memory;
        this.columns = new BatchColumns(plan.structFields());
        this.fields = plan.fields();
        this.writer = new UnsafeRowWriter(fields);
        resize();
        memory.usedBy(this::spill);
    }

    @Override
    public boolean hasNext() {
        if (nextRow < count) {
            return true;
        }
        busy.acquireUninterruptibly();
        try {
            return advance();
        } finally {
            busy.release();
        }
    }

    @Override
    public InternalRow next() {
        if (nextRow < count) {
            return row(selected[nextRow++]);
        }
        busy.acquireUninterruptibly();
        try {
            if (!advance()) {
                throw new NoSuchElementException();
            }
            if (nextRow < count) {
                return row(selected[nextRow++]);
            }
            return spilled == null ? group(writer, nextGroup++) : spilled.next();
        } finally {
            busy.release();
        }
    }

    /** Processes batches until there is a row to return. Returns whether there is one. */
    private boolean advance() {
        while (true) {
            if (spilled != null && !spilled.hasNext()) {
                spilled = null;
            }
            if (nextRow < count || spilled != null || nextGroup < returned) {
                return true;
            }
            if (returned > 0) {
                clear();
            }
            if (waiting > 0) {
                nextRow = 0;
                count = waiting;
                waiting = 0;
            } else if (batches.hasNext()) {
                process(batches.next());
            } else if (finished) {
                return false;
            } else {
                finished = true;
                returnGroups();
            }
        }
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

    private InternalRow group(UnsafeRowWriter target, int group) {
        target.reset();
        target.zeroOutNullBytes();
        index.write(target, group);
        int field = keyCount;
        for (Accumulator accumulator : accumulators) {
            accumulator.write(target, field, group);
            field += accumulator.fields();
        }
        return target.getRow();
    }

    /**
     * Writes the groups that were not returned to a file, and frees their memory, unless a batch is being processed or
     * the groups of an earlier call are still being returned. Rows may be passed on meanwhile: they need no group.
     */
    private boolean spill() throws IOException {
        if (keyCount == 0 || !busy.tryAcquire()) {
            return false;
        }
        try {
            int first = Math.max(nextGroup, index.first());
            int remaining = index.end() - first;
            if (remaining == 0 || spilled != null && spilled.hasNext()) {
                return false;
            }
            long freed = memory.getUsed();
            UnsafeRowWriter rows = new UnsafeRowWriter(fields);
            spilled = SpilledGroups.write(fields, remaining, group -> group(rows, first + group), freed);
            counters.spilled(freed);
            clear();
            return true;
        } finally {
            busy.release();
        }
    }

    private void process(ColumnarBatch batch) {
        columns.begin(batch);
        int rows = batch.numRows();
        if (selected.length < rows) {
            selected = new int[rows];
        }
        if (batch instanceof FooterBatch rowGroup) {
            add(rowGroup);
            return;
        }
        int remaining = condition.select(columns, columns.allRows(), rows, selected);
        if (remaining == 0) {
            return;
        }
        prepared = prepare();
        if (rowsToPass > 0 || !prepared) {
            rowsToPass = Math.max(0, rowsToPass - remaining);
            counters.passed(remaining);
            // Sums may overflow on the way if Spark adds up in another order than that of the rows.
            if (rowsInGroups > 0) {
                returnGroups();
            }
            waiting = remaining;
            return;
        }
        int[] groups = index.find(columns, selected, remaining);
        resize();
        for (Accumulator accumulator : accumulators) {
            accumulator.add(columns, selected, remaining, groups);
        }
        rowsInGroups += remaining;
        if (keyCount > 0) {
            decide();
        }
    }

    /** Adds a row group whose aggregates the footer states. All of its rows satisfy the condition, in one group. */
    private void add(FooterBatch rowGroup) {
        int[] groups = index.find(columns, columns.allRows(), rowGroup.numRows());
        resize();
        for (Accumulator accumulator : accumulators) {
            accumulator.addRowGroup(columns, rowGroup, columns.allRows(), groups);
        }
        rowsInGroups += rowGroup.rowCount();
        if (keyCount > 0) {
            decide();
        }
    }

    /** Returns the groups if they are many, and stops grouping for a while if it hardly reduced the number of rows. */
    private void decide() {
        int size = index.end() - index.first();
        boolean pays = size < FEW_GROUPS || rowsInGroups >= FIRST_ROWS_PER_GROUP * size;
        if (pays && size < MAX_GROUPS && reserveForNextBatch()) {
            return;
        }
        returnGroups();
        if (rowsInGroups < LAST_ROWS_PER_GROUP * size) {
            rowsToPass = passedAtOnce;
            passedAtOnce = Math.min(2 * passedAtOnce, MAX_PASSED_ROWS);
        }
    }

    private void returnGroups() {
        nextGroup = index.first();
        returned = index.end();
    }

    /** Reserves memory for all groups and those of the next batch. With it, each array may double. */
    private boolean reserveForNextBatch() {
        long texts = index.textBytes();
        addedTextBytes = Math.max(addedTextBytes, texts - textBytes);
        textBytes = texts;
        return memory.reserve(2 * bytes() + texts + addedTextBytes);
    }

    private long bytes() {
        long bytes = index.bytes();
        for (Accumulator accumulator : accumulators) {
            bytes += accumulator.bytes();
        }
        return bytes;
    }

    private boolean prepare() {
        for (Accumulator accumulator : accumulators) {
            if (!accumulator.prepare(columns)) {
                return false;
            }
        }
        return true;
    }

    private void resize() {
        for (Accumulator accumulator : accumulators) {
            accumulator.resize(index.end());
        }
    }

    private void clear() {
        index.clear();
        accumulators.forEach(Accumulator::clear);
        memory.release();
        textBytes = 0;
        rowsInGroups = 0;
        nextGroup = 0;
        returned = 0;
        resize();
    }
}
