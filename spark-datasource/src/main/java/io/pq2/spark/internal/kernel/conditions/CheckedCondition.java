package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.NullUnmarked;

/**
 * Tests a condition on a batch as a whole where that is possible, and else on single rows, with the code that Spark
 * generates, which throws Spark's error or returns its result. It is not possible where arithmetic could overflow,
 * where a column does not repeat its values, and where the condition fails for a value.
 */
@NullUnmarked // the code is absent before the first test, and a test of batches may be
public final class CheckedCondition extends RowCondition {

    private final RowCondition onBatch;
    private final boolean neverFails;
    private final Supplier<Predicate<InternalRow>> code;
    private Predicate<InternalRow> onRow;

    /**
     * Creates a test.
     *
     * @param onBatch tests batches; null if only Spark's code tests the condition
     * @param neverFails whether the condition has a result for each value of its columns
     * @param code generates code for the same condition
     */
    public CheckedCondition(RowCondition onBatch, boolean neverFails, Supplier<Predicate<InternalRow>> code) {
        this.onBatch = onBatch;
        this.neverFails = neverFails;
        this.code = code;
    }

    @Override
    public boolean isCertain() {
        return false;
    }

    /** Whether the condition has a result for each value of its columns. */
    boolean neverFails() {
        return neverFails;
    }

    /**
     * Selects rows by a test of the batch as a whole.
     *
     * @return the number of selected rows; {@link #NOT_TESTED} if the rows must be tested one by one, for example
     *     because the condition fails for one of them
     */
    int selectOnBatch(BatchColumns batch, int[] rows, int count, int[] selected) {
        return onBatch != null && onBatch.canTest(batch) ? onBatch.select(batch, rows, count, selected) : NOT_TESTED;
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        int found = selectOnBatch(batch, rows, count, selected);
        if (found != NOT_TESTED) {
            return found;
        }
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (test(batch, row)) {
                selected[remaining++] = row;
            }
        }
        return remaining;
    }

    /** Returns whether the condition is true for a row. Throws Spark's error if it fails for it. */
    boolean test(BatchColumns batch, int row) {
        if (onRow == null) {
            onRow = code.get();
        }
        return onRow.test(batch.row(row));
    }
}
