package io.pq2.spark.internal.batch;

import java.util.List;

/**
 * What to aggregate, for one task.
 *
 * @param condition the rows to aggregate
 * @param keys the grouping columns
 * @param accumulators the functions
 */
public record PartialPlan(RowTest condition, List<GroupKey> keys, List<Accumulator> accumulators) {

    /** Returns the number of fields of a result. */
    int fields() {
        return keys.size() + accumulators.stream().mapToInt(Accumulator::fields).sum();
    }
}
