package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.conditions.RowCondition;
import io.pq2.spark.internal.kernel.values.FieldPath;
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
        RowCondition condition, List<GroupKey> keys, List<Accumulator> accumulators, List<FieldPath> structFields) {

    /** Returns the number of fields of a result. */
    int fields() {
        return keys.size() + accumulators.stream().mapToInt(Accumulator::fields).sum();
    }
}
