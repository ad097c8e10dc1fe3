package io.pq2.spark.internal.batch;

import java.util.List;

/** Selects the rows for which all conditions are true. */
final class AllOf extends RowTest {

    private final List<RowTest> conditions;

    AllOf(List<RowTest> conditions) {
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

    @Override
    int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        System.arraycopy(rows, 0, selected, 0, count);
        int remaining = count;
        for (RowTest condition : conditions) {
            if (remaining == 0) {
                return 0;
            }
            remaining = condition.select(batch, selected, remaining, selected);
        }
        return remaining;
    }
}
