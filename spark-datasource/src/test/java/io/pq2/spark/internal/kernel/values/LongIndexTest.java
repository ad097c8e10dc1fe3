package io.pq2.spark.internal.kernel.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongIndexTest {

    private final LongIndex index = new LongIndex();
    /** The distinct values in the order in which they were first seen. */
    private final List<Long> seen = new ArrayList<>();

    private void number(long... batch) {
        LongValues values = new LongValues();
        values.begin(batch.length);
        values.values = batch;
        int[] numbers = new int[batch.length];
        index.number(values, IntStream.range(0, batch.length).toArray(), batch.length, numbers);
        for (int i = 0; i < batch.length; i++) {
            if (!seen.contains(batch[i])) {
                seen.add(batch[i]);
            }
            assertThat(numbers[i]).isEqualTo(seen.indexOf(batch[i]) + 1);
            assertThat(index.value(numbers[i] - 1)).isEqualTo(batch[i]);
        }
        assertThat(index.size()).isEqualTo(seen.size());
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1000, 0, Long.MAX_VALUE - 5000})
    void aTableGrowsInBothDirections(long base) {
        number(base + 4990, base + 5000);
        number(base + 4000, base + 4400);
        number(base, base + 1, base + 5000);
        number(base + 2000);
    }

    @Test
    void valuesOfALargeRangeAreHashed() {
        number(5, 6, 7);
        number(Long.MIN_VALUE, 6, Long.MAX_VALUE);
        number(8, 5, -1);
    }

    @Test
    void singleValuesAreFoundAfterBatches() {
        number(5, 6, 7);
        assertThat(index.indexOf(6)).isEqualTo(1);
        assertThat(index.indexOf(9)).isEqualTo(3);
        seen.add(9L);
        number(9, 4, 7);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 1000, 1 << 19, 1 << 22, Integer.MAX_VALUE})
    void numbersAreThoseOfTheFirstOccurrence(int range) {
        Random random = new Random(range);
        for (int batch = 0; batch < 20; batch++) {
            number(random.longs(50, -range / 2, range / 2).toArray());
        }
        index.clear();
        seen.clear();
        number(random.longs(50, -range / 2, range / 2).toArray());
    }

    @Test
    void nullsHaveNumberZero() {
        LongValues values = new LongValues();
        values.begin(3);
        values.values = new long[] {3, 0, 3};
        values.nulls = new boolean[] {false, true, false};
        int[] numbers = new int[3];
        index.number(values, new int[] {0, 1, 2}, 3, numbers);
        assertThat(numbers).containsExactly(1, 0, 1);
    }
}
