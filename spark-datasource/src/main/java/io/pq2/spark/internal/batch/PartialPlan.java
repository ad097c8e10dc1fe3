package io.pq2.spark.internal.batch;

import java.util.List;

/**
 * What to aggregate, for one task.
 *
 * @param condition the rows to aggregate
 * @param keys the grouping columns
 * @param accumulators the functions
 * @param structFields the fields of structs that conditions test
 */
public record PartialPlan(
        RowTest condition, List<GroupKey> keys, List<Accumulator> accumulators, List<FieldPath> structFields) {

    /** Returns the number of fields of a result. */
    int fields() {
        return keys.size() + accumulators.stream().mapToInt(Accumulator::fields).sum();
    }
}
