package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/** Compares two columns of strings byte by byte. */
public final class TextComparison extends RowCondition {

    private final Relation relation;
    private final int left;
    private final int right;

    /**
     * Creates a comparison.
     *
     * @param left the index of a column of a type that {@link TextCondition} supports
     * @param right the index of another one
     */
    public TextComparison(Relation relation, int left, int right) {
        this.relation = relation;
        this.left = left;
        this.right = right;
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        ColumnVector a = batch.column(left);
        ColumnVector b = batch.column(right);
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += holds(a.getUTF8String(row), b.getUTF8String(row)) ? 1 : 0;
        }
        return remaining;
    }

    private boolean holds(UTF8String a, UTF8String b) {
        if (a == null || b == null) {
            return false;
        }
        return switch (relation) {
            case EQUAL -> a.equals(b);
            case NOT_EQUAL -> !a.equals(b);
            default -> relation.holds(a.binaryCompare(b));
        };
    }
}
