package io.pq2.spark.internal.batch;

import java.util.List;

/** A condition that consists of several others. */
abstract class CompoundTest extends RowTest {

    final List<RowTest> conditions;

    CompoundTest(List<RowTest> conditions) {
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
    boolean isCertain() {
        return conditions.stream().allMatch(RowTest::isCertain);
    }

    @Override
    boolean canTest(BatchColumns batch) {
        return conditions.stream().allMatch(condition -> condition.canTest(batch));
    }
}
