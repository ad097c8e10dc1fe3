package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.NullUnmarked;

/**
 * Tests a condition on one column with the code that Spark generates: each entry of a dictionary once, or each number
 * of a column that repeats its numbers. It can test no other batches.
 */
@NullUnmarked // the code is absent before the first test
public final class InputCondition extends RowCondition {

    /** The result for a row for which the condition is true. */
    public static final int TRUE = 1;
    /** The result for a row for which the condition is false or unknown. */
    public static final int OTHER = 0;
    /** The result for a row for which the condition fails. */
    public static final int FAILS = 2;

    private final ResultsByInput results;
    private final boolean isCheap;
    private final Supplier<ToIntFunction<InternalRow>> code;
    private ToIntFunction<InternalRow> condition;
    private int[] resultsOfRows = {};

    /**
     * Creates a test.
     *
     * @param bytesOrdinal the column if it has strings or binaries, otherwise -1
     * @param input the values of the column if it has numbers, dates or timestamps, otherwise null
     * @param isCheap whether evaluating the condition takes less time than a look-up in a hash table
     * @param code generates code for the condition on rows of the scan, which returns one of the results above
     */
    public InputCondition(
            int bytesOrdinal, LongNode input, boolean isCheap, Supplier<ToIntFunction<InternalRow>> code) {
        this.results = new ResultsByInput(bytesOrdinal, input, this::test);
        this.isCheap = isCheap;
        this.code = code;
    }

    private int test(BatchColumns batch, int row) {
        if (condition == null) {
            condition = code.get();
        }
        return condition.applyAsInt(batch.row(row));
    }

    @Override
    public boolean isCertain() {
        return false;
    }

    @Override
    boolean canTest(BatchColumns batch) {
        return !(isCheap && results.areHashed()) && results.covers(batch);
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        if (resultsOfRows.length < batch.rows()) {
            resultsOfRows = new int[batch.rows()];
        }
        results.find(batch, rows, count, resultsOfRows);
        int all = 0;
        for (int i = 0; i < count; i++) {
            all |= resultsOfRows[rows[i]];
        }
        if ((all & FAILS) != 0) {
            return NOT_TESTED;
        }
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += resultsOfRows[row];
        }
        return remaining;
    }
}
