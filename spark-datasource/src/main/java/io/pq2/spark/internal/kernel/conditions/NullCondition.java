package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Selects the rows in which a column is null, or in which it is not null. */
public final class NullCondition extends RowCondition {

    private final int ordinal;
    private final boolean expectsNull;

    public NullCondition(int ordinal, boolean expectsNull) {
        this.ordinal = ordinal;
        this.expectsNull = expectsNull;
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        ColumnVector column = batch.column(ordinal);
        if (!column.hasNull()) {
            if (expectsNull) {
                return 0;
            }
            System.arraycopy(rows, 0, selected, 0, count);
            return count;
        }
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += column.isNullAt(row) == expectsNull ? 1 : 0;
        }
        return remaining;
    }
}
