package io.pq2.spark.internal.batch;

/** A condition, which selects the rows of a batch for which it is true. */
abstract class RowTest {

    /**
     * Selects rows.
     *
     * @param rows the indexes of the rows to test, ascending
     * @param count the number of rows to test
     * @param selected receives the indexes of the rows for which the condition is true, ascending; may be {@code rows}
     * @return the number of selected rows
     */
    abstract int select(BatchColumns batch, int[] rows, int count, int[] selected);
}
