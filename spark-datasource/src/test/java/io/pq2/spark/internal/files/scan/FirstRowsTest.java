package io.pq2.spark.internal.files.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.spark.internal.kernel.groups.GrantedMemory;
import io.pq2.spark.internal.kernel.groups.TaskMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static List<String> firstOf(List<String> values, int limit) {
        return values.stream().sorted().limit(limit).toList();
    }
}
