package io.pq2.spark.internal.batch;

import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.InternalRow;

/** Tests row by row with the code that Spark generates for a condition. */
final class SparkTest extends RowTest {

    private final Predicate<InternalRow> condition;

    SparkTest(Predicate<InternalRow> condition) {
        this.condition = condition;
    }

    @Override
    boolean isCertain() {
        return false;
    }

    @Override
    int select(BatchColumns batch, int[] rows, int count, int[] selected) {
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
