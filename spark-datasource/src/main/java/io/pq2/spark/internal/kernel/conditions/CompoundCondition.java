package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import java.util.List;

/** A condition that consists of several others. */
abstract class CompoundCondition extends RowCondition {

    final List<RowCondition> conditions;

    CompoundCondition(List<RowCondition> conditions) {
        this.conditions = conditions;
    }

    /** Returns the number of rows that a part has selected. Parts never fail, so they are tested on all batches. */
    static int tested(int selected) {
        if (selected == NOT_TESTED) {
            throw new IllegalStateException("a condition has failed that never fails");
        }
        return selected;
    }

    @Override
    public boolean isCertain() {
        return conditions.stream().allMatch(RowCondition::isCertain);
    }

    @Override
    boolean canTest(BatchColumns batch) {
        return conditions.stream().allMatch(condition -> condition.canTest(batch));
    }
}
