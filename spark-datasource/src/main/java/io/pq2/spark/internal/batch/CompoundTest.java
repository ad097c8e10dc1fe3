package io.pq2.spark.internal.batch;

import java.util.List;

/** A condition that consists of several others. */
abstract class CompoundTest extends RowTest {

    final List<RowTest> conditions;

    CompoundTest(List<RowTest> conditions) {
        this.conditions = conditions;
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
