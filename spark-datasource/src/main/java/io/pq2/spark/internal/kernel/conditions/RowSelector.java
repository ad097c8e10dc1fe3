package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.FieldPath;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/**
 * Selects rows of batches by conditions. Its caller, generated code or an iterator, tests the conditions that cannot be
 * tested on a batch as a whole. Not thread-safe.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class RowSelector {

    private final RowCondition certain;
    private final List<CheckedCondition> others;
    private final BatchColumns columns;
    /** By index in {@code others}: whether the condition remains to be tested. */
    private final boolean[] remaining;

    private boolean hasRemaining;
    private int[] selected = {};

    /**
     * Creates a selector.
     *
     * @param certain a condition that can be tested on all batches
     * @param others conditions to test after it, in this order
     * @param fields the fields of structs that the conditions test
     */
    public RowSelector(RowCondition certain, List<CheckedCondition> others, List<FieldPath> fields) {
        this.certain = certain;
        this.others = List.copyOf(others);
        this.columns = new BatchColumns(fields);
        this.remaining = new boolean[others.size()];
    }

    /**
     * Selects the rows of a batch for which the conditions are true that can be tested on it as a whole. One that may
     * fail is not tested before another one that remains, which could exclude the rows for which it fails.
     *
     * @return the number of rows for which the caller tests the conditions that {@link #remains}, when it comes to the
     *     row: it may come to none for which one of them fails
     */
    public int select(ColumnarBatch batch) {
        int count = selectCertain(batch);
        hasRemaining = false;
        Arrays.fill(remaining, false);
        for (int i = 0; i < remaining.length && count > 0; i++) {
            CheckedCondition condition = others.get(i);
            boolean isAllowed = !hasRemaining || condition.neverFails();
            int found =
                    isAllowed ? condition.selectOnBatch(columns, selected, count, selected) : RowCondition.NOT_TESTED;
            remaining[i] = found == RowCondition.NOT_TESTED;
            hasRemaining |= remaining[i];
            count = remaining[i] ? count : found;
        }
        return count;
    }

    private int selectCertain(ColumnarBatch batch) {
        int rows = batch.numRows();
        if (selected.length < rows) {
            selected = new int[rows];
        }
        columns.begin(batch);
        return certain.select(columns, columns.allRows(), rows, selected);
    }

    /** Whether conditions remain to be tested for the rows of {@link #select}. */
    public boolean hasRemaining() {
        return hasRemaining;
    }

    /** Whether a condition remains to be tested. */
    public boolean remains(int index) {
        return remaining[index];
    }

    /** Tests a row of {@link #select} by the conditions that {@link #remains}. Throws Spark's error if one fails. */
    public boolean test(int row) {
        for (int i = 0; i < remaining.length; i++) {
            if (remaining[i] && !others.get(i).test(columns, row)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the indexes of the selected rows in ascending order, valid until the next batch. */
    public int[] rows() {
        return selected;
    }

    /** @param ordinal the index of a column of the batch, or their number plus the index of a field */
    public ColumnVector column(int ordinal) {
        return columns.column(ordinal);
    }
}
