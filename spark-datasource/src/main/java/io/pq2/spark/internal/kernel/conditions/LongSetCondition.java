package io.pq2.spark.internal.kernel.conditions;

import io.pq2.internal.predicate.filter.LongSet;
import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import java.util.Objects;

/** Selects the rows whose value is one of a set, or those whose value is none of it. */
public final class LongSetCondition extends RowCondition {

    private final LongNode value;
    private final LongSet set;
    private final boolean isOne;

    /** @param values the values of the set, at least one */
    public LongSetCondition(LongNode value, long[] values, boolean isOne) {
        super(value);
        this.value = value;
        this.set = new LongSet(values);
        this.isOne = isOne;
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        LongValues values = Objects.requireNonNull(value.evaluate(batch));
        int found = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[found] = row;
            found += set.contains(values.values[row]) == isOne ? 1 : 0;
        }
        return values.withoutNulls(selected, found);
    }
}
