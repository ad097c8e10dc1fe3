package io.pq2.spark.internal.kernel.groups;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.spark.internal.kernel.conditions.AllOf;
import io.pq2.spark.internal.kernel.values.LongColumn;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;

/** Tests the memory of groups: {@code SELECT key, count(*), sum(key) GROUP BY key}. */
class PartialAggregatorTest {

    private static final int BATCH_ROWS = 4096;
    private static final long MEBIBYTE = 1 << 20;

    private long passed;
    private long returned;

    /** Aggregates the keys of some rows, and checks that each group adds up. Returns the number of groups. */
    private int aggregate(long rows, LongUnaryOperator keyOfRow, long memoryBytes) {
        TaskMemoryManager taskMemory = GrantedMemory.of(memoryBytes);
        TaskMemory memory = new TaskMemory(taskMemory);
        LongColumn column = new LongColumn(0, DataTypes.LongType);
        PartialPlan plan = new PartialPlan(
                new AllOf(List.of()),
                List.of(GroupKey.ofNumbers(column, DataTypes.LongType)),
                List.of(new CountRows(new int[0]), new LongSum(column, false)),
                List.of());
        PartialAggregator aggregator = new PartialAggregator(
                batches(rows, keyOfRow),
                plan,
                row -> {
                    throw new AssertionError("no value overflows");
                },
                new PartialAggregator.Counters() {
                    @Override
                    public void passed(long rows) {
                        passed += rows;
                    }

                    @Override
                    public void spilled(long bytes) {
                        throw new AssertionError("nothing else asks for memory");
                    }
                },
                memory);
        Map<Long, Long> counts = new HashMap<>();
        while (aggregator.hasNext()) {
            InternalRow row = aggregator.next();
            assertThat(row.getLong(2)).isEqualTo(row.getLong(0) * row.getLong(1));
            counts.merge(row.getLong(0), row.getLong(1), Long::sum);
            returned++;
        }
        Map<Long, Long> expected = new HashMap<>();
        for (long row = 0; row < rows; row++) {
            expected.merge(keyOfRow.applyAsLong(row), 1L, Long::sum);
        }
        assertThat(counts).isEqualTo(expected);
        memory.release();
        assertThat(taskMemory.cleanUpAllAllocatedMemory()).isZero();
        assertThat(taskMemory.getMemoryConsumptionForThisTask()).isZero();
        return expected.size();
    }

    /** Returns a number that looks random. */
    private static long mixed(long row) {
        long bits = (row + 1) * 0x9E3779B97F4A7C15L;
        return (bits ^ bits >>> 29) >>> 1;
    }

    private static Iterator<ColumnarBatch> batches(long rows, LongUnaryOperator keyOfRow) {
        OnHeapColumnVector vector = new OnHeapColumnVector(BATCH_ROWS, DataTypes.LongType);
        ColumnarBatch batch = new ColumnarBatch(new ColumnVector[] {vector});
        return IntStream.range(0, Math.toIntExact((rows + BATCH_ROWS - 1) / BATCH_ROWS))
                .mapToObj(index -> {
                    long first = (long) index * BATCH_ROWS;
                    int count = (int) Math.min(BATCH_ROWS, rows - first);
                    for (int i = 0; i < count; i++) {
                        vector.putLong(i, keyOfRow.applyAsLong(first + i));
                    }
                    batch.setNumRows(count);
                    return batch;
                })
                .iterator();
    }

    @Test
    void groupsThatRepeatAreReturnedOnceIfMemoryLasts() {
        int groups = aggregate(1_500_000, row -> mixed(row) % 500_000 * 1_000_003, 1024 * MEBIBYTE);
        assertThat(groups).isGreaterThan(400_000);
        assertThat(returned).isEqualTo(groups);
        assertThat(passed).isZero();
    }

    @Test
    void groupsAreReturnedWhenMemoryIsRefused() {
        int groups = aggregate(1_500_000, row -> mixed(row) % 500_000 * 1_000_003, 16 * MEBIBYTE);
        assertThat(returned).isGreaterThan(groups);
    }

    @Test
    void rowsOfFewGroupsNeedLittleMemory() {
        aggregate(1_000_000, row -> row % 20_000, 4 * MEBIBYTE);
        assertThat(returned).isEqualTo(20_000);
        assertThat(passed).isZero();
    }

    @Test
    void withoutMemoryTheGroupsOfEachBatchAreReturned() {
        aggregate(1_000_000, row -> row % 1_000, 1);
        assertThat(returned).isBetween(200_000L, 250_000L);
        assertThat(passed).isZero();
    }

    @Test
    void rowsArePassedOnIfEachIsAGroup() {
        aggregate(1_500_000, row -> row * 1_000_003, 1024 * MEBIBYTE);
        assertThat(returned).isEqualTo(1_500_000);
        assertThat(passed).isEqualTo(1 << 20);
    }

    @Test
    void groupsThatFollowEachOtherAreGrouped() {
        aggregate(4_000_000, row -> row / 4, 1);
        // A group may be divided where groups are returned.
        assertThat(returned).isBetween(1_000_000L, 1_000_010L);
        assertThat(passed).isZero();
    }
}
