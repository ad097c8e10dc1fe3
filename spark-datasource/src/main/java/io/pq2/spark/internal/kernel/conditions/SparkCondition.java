package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.InternalRow;

/** Tests row by row with the code that Spark generates for a condition. */
public final class SparkCondition extends RowCondition {

    private final Predicate<InternalRow> condition;

    public SparkCondition(Predicate<InternalRow> condition) {
        this.condition = condition;
    }

    @Override
    public boolean isCertain() {
        return false;
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (condition.test(batch.row(row))) {
                selected[remaining++] = row;
            }
        }
        return remaining;
    }
}
