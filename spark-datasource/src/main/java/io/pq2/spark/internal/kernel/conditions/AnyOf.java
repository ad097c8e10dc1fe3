package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import java.util.List;

/** Selects the rows for which at least one of several conditions is true. */
public final class AnyOf extends CompoundCondition {

    private boolean[] matched = {};
    private int[] matches = {};

    public AnyOf(List<RowCondition> conditions) {
        super(conditions);
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        if (matched.length < batch.rows()) {
            matched = new boolean[batch.rows()];
            matches = new int[batch.rows()];
        }
        for (int i = 0; i < count; i++) {
            matched[rows[i]] = false;
        }
        for (RowCondition condition : conditions) {
            int found = tested(condition.select(batch, rows, count, matches));
            for (int i = 0; i < found; i++) {
                matched[matches[i]] = true;
            }
        }
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += matched[row] ? 1 : 0;
        }
        return remaining;
    }
}
