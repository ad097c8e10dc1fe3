package io.pq2.spark.internal.kernel.conditions;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongColumn;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;

/** Counts how often an expression, the remainder of a number by 1,000, is evaluated. */
class ResultsByInputTest {

    private static final int BATCH_ROWS = 4096;

    private final OnHeapColumnVector vector = new OnHeapColumnVector(BATCH_ROWS, DataTypes.LongType);
    private final ColumnarBatch spark = new ColumnarBatch(new ColumnVector[] {vector}, BATCH_ROWS);
    private final BatchColumns batch = new BatchColumns(List.of());
    private final int[] all = IntStream.range(0, BATCH_ROWS).toArray();
    private final int[] results = new int[BATCH_ROWS];
    private long evaluated;

    private final ResultsByInput numbers =
            new ResultsByInput(-1, new LongColumn(0, DataTypes.LongType), (columns, row) -> {
                evaluated++;
                return vector.isNullAt(row) ? 0 : (int) (vector.getLong(row) % 1000);
            });

    /** Evaluates batches while they are accepted, and checks the results. Returns the number of rows. */
    private long evaluate(long from, long rows, LongUnaryOperator number) {
        for (long first = from; first < from + rows; first += BATCH_ROWS) {
            for (int i = 0; i < BATCH_ROWS; i++) {
                vector.putLong(i, number.applyAsLong(first + i));
            }
            batch.begin(spark);
            if (!numbers.covers(batch)) {
                return first - from;
            }
            numbers.find(batch, all, BATCH_ROWS, results);
            for (int i = 0; i < BATCH_ROWS; i++) {
                assertThat(results[i]).isEqualTo((int) (number.applyAsLong(first + i) % 1000));
            }
        }
        return rows;
    }

    @Test
    void repeatedNumbersAreEvaluatedOnce() {
        long rows = 1 << 20;
        assertThat(evaluate(0, rows, row -> row % 100_000 * 0x1_0000_0001L)).isEqualTo(rows);
        assertThat(evaluated).isEqualTo(100_000);
    }

    @Test
    void asManyNumbersAsADictionaryHasAreEvaluatedOnce() {
        long rows = 1 << 20;
        assertThat(evaluate(0, rows, row -> mixed(row) >>> Long.SIZE - 18)).isEqualTo(rows);
        assertThat(evaluated).isBetween(250_000L, 1L << 18);
    }

    /** Returns a number that looks random. */
    private static long mixed(long row) {
        long bits = (row + 1) * 0x9E3779B97F4A7C15L;
        return (bits ^ bits >>> 29) * 0xBF58476D1CE4E5B9L;
    }

    @Test
    void numbersThatDoNotRepeatAreNoLongerCovered() {
        assertThat(evaluate(0, 1 << 20, row -> row)).isEqualTo(1 << 17);
        assertThat(numbers.bytes()).isLessThan(1 << 13);
        assertThat(evaluate(0, BATCH_ROWS, row -> 7)).isZero();
    }

    @Test
    void memoryIsBoundedAlsoIfNumbersRepeat() {
        long rows = 1 << 22;
        assertThat(evaluate(0, rows, row -> row / 2)).isEqualTo(rows);
        assertThat(evaluated).isEqualTo(rows / 2);
        assertThat(numbers.bytes()).isLessThan(1 << 24);
    }

    @Test
    void onlySelectedRowsAreEvaluatedAndNullOnce() {
        for (int i = 0; i < BATCH_ROWS; i++) {
            vector.putLong(i, i);
        }
        vector.putNull(5);
        vector.putNull(9);
        batch.begin(spark);
        assertThat(numbers.covers(batch)).isTrue();
        numbers.find(batch, new int[] {3, 5, 9, 1003}, 4, results);
        assertThat(new int[] {results[3], results[5], results[9], results[1003]})
                .containsExactly(3, 0, 0, 3);
        assertThat(evaluated).isEqualTo(3);
        numbers.clear();
        numbers.find(batch, new int[] {3}, 1, results);
        assertThat(evaluated).isEqualTo(4);
    }
}
