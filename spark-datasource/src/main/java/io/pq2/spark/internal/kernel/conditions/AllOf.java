package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import java.util.List;

/** Selects the rows for which all conditions are true. */
public final class AllOf extends CompoundCondition {

    public AllOf(List<RowCondition> conditions) {
        super(conditions);
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        System.arraycopy(rows, 0, selected, 0, count);
        int remaining = count;
        for (RowCondition condition : conditions) {
            if (remaining == 0) {
                return 0;
            }
            remaining = tested(condition.select(batch, selected, remaining, selected));
        }
        return remaining;
    }
}
