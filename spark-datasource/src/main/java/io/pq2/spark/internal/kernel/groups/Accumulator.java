package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.conditions.RowCondition;
import io.pq2.spark.internal.kernel.values.BatchColumns;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.jspecify.annotations.Nullable;

/** The buffers of an aggregate function, one per group. */
public abstract class Accumulator {

    private @Nullable RowCondition filter;
    private final int[] single = new int[1];
    private int[] selected = {};

    /** Aggregates only the rows for which a condition is true. */
    public final Accumulator filteredBy(RowCondition condition) {
        filter = condition;
        return this;
    }

    /**
     * Evaluates the function's argument for a batch.
     *
     * @return whether it is certain that neither the argument nor the buffers overflow. If not, nothing may be added
     */
    abstract boolean prepare(BatchColumns batch);

    /** Makes room for a number of groups. The buffers of new groups are those of no row. */
    abstract void resize(int groups);

    /**
     * Adds rows of the prepared batch.
     *
     * @param rows the indexes of the rows, ascending
     * @param groups the group of each row of the batch; null if all rows are in group 0
     */
    final void add(BatchColumns batch, int[] rows, int count, int[] groups) {
        if (filter == null) {
            addAll(batch, rows, count, groups);
            return;
        }
        if (selected.length < count) {
            selected = new int[rows.length];
        }
        addAll(batch, selected, filter.select(batch, rows, count, selected), groups);
    }

    /** Adds rows, as {@link #add} does, of which none is excluded. */
    abstract void addAll(BatchColumns batch, int[] rows, int count, int[] groups);

    /**
     * Adds a row group whose aggregates the footer states. Only COUNT, MIN and MAX of columns have such aggregates, and
     * only without a filter.
     *
     * @param rows the indexes of the two rows of the batch
     * @param groups the group of both rows; null if it is group 0
     */
    void addRowGroup(BatchColumns batch, FooterBatch rowGroup, int[] rows, int[] groups) {
        throw new IllegalStateException(getClass().getSimpleName() + " needs all rows");
    }

    /** Returns the number of fields of the buffer. */
    abstract int fields();

    /** Writes a group's buffer, as Spark's function has it after the same rows. */
    abstract void write(UnsafeRowWriter writer, int field, int group);

    /** Writes the buffer of a single row of the prepared batch. */
    final void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        single[0] = row;
        if (filter == null || filter.select(batch, single, 1, single) == 1) {
            writeAdded(batch, writer, field, row);
        } else {
            writeEmpty(writer, field);
        }
    }

    /** Writes the buffer of a single row, which is not excluded. */
    abstract void writeAdded(BatchColumns batch, UnsafeRowWriter writer, int field, int row);

    /** Writes the buffer of no row. */
    abstract void writeEmpty(UnsafeRowWriter writer, int field);

    /** Returns the bytes that the groups' buffers take. */
    abstract long bytes();

    /** Forgets all groups, and frees their memory. */
    abstract void clear();
}
