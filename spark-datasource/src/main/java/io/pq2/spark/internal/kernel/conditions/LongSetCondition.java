package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import java.util.Arrays;
import java.util.Objects;

/** Selects the rows whose value is one of a set, or those whose value is none of it. */
public final class LongSetCondition extends RowCondition {

    private final LongNode value;
    private final long[] sorted;
    private final boolean isOne;

    public LongSetCondition(LongNode value, long[] values, boolean isOne) {
        this.value = value;
        this.isOne = isOne;
        this.sorted = values.clone();
        Arrays.sort(sorted);
    }

    @Override
    public boolean isCertain() {
        return value.isCertain();
    }

    @Override
    boolean canTest(BatchColumns batch) {
        return value.evaluate(batch) != null;
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        LongValues values = Objects.requireNonNull(value.evaluate(batch));
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            boolean isNull = values.nulls != null && values.nulls[row];
            selected[remaining] = row;
            remaining += !isNull && Arrays.binarySearch(sorted, values.values[row]) >= 0 == isOne ? 1 : 0;
        }
        return remaining;
    }
}
