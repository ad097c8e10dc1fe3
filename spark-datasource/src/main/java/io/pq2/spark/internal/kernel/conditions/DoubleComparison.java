package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.DoubleNode;
import io.pq2.spark.internal.kernel.values.DoubleValues;
import java.util.Objects;
import org.apache.spark.sql.catalyst.util.SQLOrderingUtil;

/** Compares two DOUBLEs in Spark's order: zeros are equal, and NaN equals itself and is greater than all others. */
public final class DoubleComparison extends RowCondition {

    private final Relation relation;
    private final DoubleNode left;
    private final DoubleNode right;

    public DoubleComparison(Relation relation, DoubleNode left, DoubleNode right) {
        this.relation = relation;
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean isCertain() {
        return left.isCertain() && right.isCertain();
    }

    @Override
    boolean canTest(BatchColumns batch) {
        return left.evaluate(batch) != null && right.evaluate(batch) != null;
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        DoubleValues a = Objects.requireNonNull(left.evaluate(batch));
        DoubleValues b = Objects.requireNonNull(right.evaluate(batch));
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            boolean isNull = a.nulls != null && a.nulls[row] || b.nulls != null && b.nulls[row];
            selected[remaining] = row;
            remaining +=
                    !isNull && relation.holds(SQLOrderingUtil.compareDoubles(a.values[row], b.values[row])) ? 1 : 0;
        }
        return remaining;
    }
}
