package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/** A grouping column. Numbers its distinct values from 1; null has number 0. */
public abstract class GroupKey {

    /** Sets {@code numbers[row]} to the number of the row's value, for the first {@code count} rows in {@code rows}. */
    abstract void number(BatchColumns batch, int[] rows, int count, int[] numbers);

    /** Writes the value of a row of the batch. */
    abstract void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row);

    /** Writes the value with a number. */
    abstract void write(UnsafeRowWriter writer, int field, int number);

    /** Returns the bytes of the arrays with an element for each value, which double when they are full. */
    abstract long bytes();

    /** Returns the bytes that the strings among the values take, in addition to {@link #bytes}. */
    long textBytes() {
        return 0;
    }

    /** Forgets all values, and frees their memory. */
    abstract void clear();
}
