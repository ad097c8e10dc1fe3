package io.pq2.spark.internal.files.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.spark.internal.kernel.groups.GrantedMemory;
import io.pq2.spark.internal.kernel.groups.TaskMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FirstRowsTest {

    private static final int ROWS = 20_000;

    /** The strings have 4,000 characters. The memory suffices for all of the first rows, for some, or for none. */
    @ParameterizedTest
    @CsvSource({"100, 67108864", "3000, 67108864", "3000, 4194304", "3000, 1", "100, 1"})
    void theFirstRowsAreKept(int limit, long memoryBytes) {
        TaskMemoryManager granted = GrantedMemory.of(memoryBytes);
        TaskMemory memory = new TaskMemory(granted);
        TopRows top = new TopRows("s", DataTypes.StringType, limit, false, false, true, "operator");
        FirstRows first = new FirstRows(top, 0, true, memory);
        Random random = new Random(limit);
        List<String> all = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            String value = random.nextInt(ROWS) + "x".repeat(4000);
            all.add(value);
            InternalRow row = new GenericInternalRow(new Object[] {UTF8String.fromString(value)});
            if (first.keeps(row)) {
                kept.add(value);
            }
        }
        assertThat(firstOf(kept, limit)).isEqualTo(firstOf(all, limit));
        boolean hasMemory = memoryBytes > limit * 4200L + (1 << 20);
        assertThat(kept.size() == ROWS).isEqualTo(!hasMemory);
        assertThat(granted.getMemoryConsumptionForThisTask()).isLessThanOrEqualTo(memoryBytes);
        assertThat(memory.getUsed() > 0).isEqualTo(hasMemory);
    }

    static Stream<Arguments> numbers() {
        Random random = new Random(7);
        return Stream.<Map.Entry<DataType, Supplier<Object>>>of(
                        Map.entry(DataTypes.LongType, () -> random.nextLong() >> random.nextInt(Long.SIZE)),
                        Map.entry(DataTypes.ByteType, () -> (byte) random.nextInt()),
                        Map.entry(DataTypes.BooleanType, random::nextBoolean),
                        Map.entry(DataTypes.DoubleType, () -> special(random, random.nextGaussian())),
                        Map.entry(DataTypes.FloatType, () -> (float) special(random, random.nextGaussian())),
                        Map.entry(new DecimalType(10, 2), () -> Decimal.apply(random.nextInt(), 10, 2)),
                        Map.entry(new DecimalType(20, 2), () -> Decimal.apply(random.nextInt(), 20, 2)))
                .flatMap(type -> Stream.of(true, false)
                        .map(descending -> Arguments.of(type.getKey(), type.getValue(), descending)));
    }

    private static double special(Random random, double other) {
        return switch (random.nextInt(8)) {
            case 0 -> Double.NaN;
            case 1 -> -0.0;
            case 2 -> 0.0;
            case 3 -> random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            default -> other;
        };
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void theFirstNumbersAreKept(DataType type, Supplier<Object> numbers, boolean descending) {
        TaskMemory memory = new TaskMemory(GrantedMemory.of(64 << 20));
        TopRows top = new TopRows("n", type, 100, descending, false, true, "operator");
        FirstRows first = new FirstRows(top, 0, true, memory);
        TopRowsOrder order = new TopRowsOrder(type, descending, false);
        List<Object> all = new ArrayList<>();
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            InternalRow row = new GenericInternalRow(new Object[] {i % 10 == 0 ? null : numbers.get()});
            Object value = order.value(row, 0);
            all.add(value);
            if (first.keeps(row)) {
                kept.add(value);
            }
        }
        assertThat(kept.stream().sorted(order).limit(100))
                .containsExactlyElementsOf(all.stream().sorted(order).limit(100).toList());
        assertThat(kept).hasSizeLessThan(2000);
    }

    private static List<String> firstOf(List<String> values, int limit) {
        return values.stream().sorted().limit(limit).toList();
    }
}
