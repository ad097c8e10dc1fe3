package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;

/** Compares two expressions of the same type. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class LongComparison extends RowCondition {

    private final Relation relation;
    private final LongNode left;
    private final LongNode right;

    public LongComparison(Relation relation, LongNode left, LongNode right) {
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
        LongValues a = Objects.requireNonNull(left.evaluate(batch));
        LongValues b = Objects.requireNonNull(right.evaluate(batch));
        int remaining = compare(a.values, b.values, rows, count, selected);
        remaining = withoutNulls(a.nulls, selected, remaining);
        return withoutNulls(b.nulls, selected, remaining);
    }

    private int compare(long[] a, long[] b, int[] rows, int count, int[] selected) {
        int remaining = 0;
        switch (relation) {
            case EQUAL -> {
                for (int i = 0; i < count; i++) {
                    int row = rows[i];
                    selected[remaining] = row;
                    remaining += a[row] == b[row] ? 1 : 0;
                }
            }
            case NOT_EQUAL -> {
                for (int i = 0; i < count; i++) {
                    int row = rows[i];
                    selected[remaining] = row;
                    remaining += a[row] != b[row] ? 1 : 0;
                }
            }
            case LESS -> remaining = less(a, b, rows, count, selected);
            case GREATER -> remaining = less(b, a, rows, count, selected);
            case LESS_OR_EQUAL -> remaining = lessOrEqual(a, b, rows, count, selected);
            case GREATER_OR_EQUAL -> remaining = lessOrEqual(b, a, rows, count, selected);
        }
        return remaining;
    }

    private static int less(long[] a, long[] b, int[] rows, int count, int[] selected) {
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += a[row] < b[row] ? 1 : 0;
        }
        return remaining;
    }

    private static int lessOrEqual(long[] a, long[] b, int[] rows, int count, int[] selected) {
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += a[row] <= b[row] ? 1 : 0;
        }
        return remaining;
    }

    private static int withoutNulls(boolean[] nulls, int[] selected, int count) {
        if (nulls == null) {
            return count;
        }
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = selected[i];
            selected[remaining] = row;
            remaining += nulls[row] ? 0 : 1;
        }
        return remaining;
    }
}
