package io.pq2.spark.internal.batch;

import java.util.List;

/** Selects the rows for which all conditions are true. */
final class AllOf extends CompoundTest {

    AllOf(List<RowTest> conditions) {
        super(conditions);
    }

    @Override
    int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        System.arraycopy(rows, 0, selected, 0, count);
        int remaining = count;
        for (RowTest condition : conditions) {
            if (remaining == 0) {
                return 0;
            }
            remaining = tested(condition.select(batch, selected, remaining, selected));
        }
        return remaining;
    }
}
