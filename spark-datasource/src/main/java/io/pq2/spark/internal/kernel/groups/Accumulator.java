package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/** The buffers of an aggregate function, one per group. */
public abstract class Accumulator {

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
     * @param groups the group of each row of the batch
     */
    abstract void add(BatchColumns batch, int[] rows, int count, int[] groups);

    /**
     * Adds a row group whose aggregates the footer states. Only COUNT, MIN and MAX of columns have such aggregates.
     *
     * @param rows the indexes of the two rows of the batch
     * @param groups the group of both rows
     */
    void addRowGroup(BatchColumns batch, FooterBatch rowGroup, int[] rows, int[] groups) {
        throw new IllegalStateException(getClass().getSimpleName() + " needs all rows");
    }

    /** Returns the number of fields of the buffer. */
    abstract int fields();

    /** Writes a group's buffer, as Spark's function has it after the same rows. */
    abstract void write(UnsafeRowWriter writer, int field, int group);

    /** Writes the buffer of a single row of the prepared batch. */
    abstract void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row);

    /** Writes the buffer of no row. */
    abstract void writeEmpty(UnsafeRowWriter writer, int field);

    /** Returns the bytes that the groups' buffers take. */
    abstract long bytes();

    /** Forgets all groups, and frees their memory. */
    abstract void clear();
}
