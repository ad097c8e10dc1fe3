package io.pq2.spark.internal.kernel.conditions;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongColumn;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;

/** Which batches a condition on one column of numbers is tested on as a whole. */
class InputConditionTest {

    private static final int ROWS = 1000;

    private final OnHeapColumnVector vector = new OnHeapColumnVector(ROWS, DataTypes.LongType);
    private final BatchColumns batch = new BatchColumns(List.of());

    private final InputCondition cheap = newTest(true);
    private final InputCondition costly = newTest(false);

    /** Returns a test of {@code column % 3 = 1}. */
    private static InputCondition newTest(boolean isCheap) {
        LongColumn column = new LongColumn(0, DataTypes.LongType);
        return new InputCondition(
                -1, column, isCheap, () -> row -> row.getLong(0) % 3 == 1 ? InputCondition.TRUE : InputCondition.OTHER);
    }

    /** Begins a batch with multiples of a number. */
    private void begin(long factor) {
        for (int i = 0; i < ROWS; i++) {
            vector.putLong(i, i % 100 * factor);
        }
        batch.begin(new ColumnarBatch(new ColumnVector[] {vector}, ROWS));
    }

    private static int select(InputCondition test, BatchColumns batch) {
        int[] rows = IntStream.range(0, ROWS).toArray();
        return test.select(batch, rows, ROWS, rows);
    }

    @Test
    void numbersOfASmallRangeAreLookedUp() {
        for (int i = 0; i < 3; i++) {
            begin(1);
            assertThat(cheap.canTest(batch)).isTrue();
            assertThat(select(cheap, batch)).isEqualTo(330);
        }
    }

    @Test
    void aCheapConditionOnNumbersOfALargeRangeIsLeftToGeneratedCode() {
        begin(1L << 40);
        assertThat(cheap.canTest(batch)).isTrue();
        assertThat(select(cheap, batch)).isEqualTo(330);
        begin(1L << 40);
        assertThat(cheap.canTest(batch)).isFalse();
    }

    @Test
    void otherConditionsAreLookedUpInAnyRange() {
        for (int i = 0; i < 3; i++) {
            begin(1L << 40);
            assertThat(costly.canTest(batch)).isTrue();
            assertThat(select(costly, batch)).isEqualTo(330);
        }
    }
}
