package io.pq2.internal.predicate.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets as bitmaps and as hash tables contain exactly their numbers. */
class LongSetTest {

    private static final int COUNT = 5_000;

    /** Above 128 possible values per number, the set is a hash table. */
    @ParameterizedTest
    @ValueSource(longs = {COUNT, 20L * COUNT, 127L * COUNT, 129L * COUNT, 100_000L * COUNT, Long.MAX_VALUE})
    void containsItsNumbersAndNoOthers(long range) {
        Random random = new Random(range);
        long first = -range / 3;
        long[] numbers = random.longs(COUNT, first, first + range).toArray();
        Set<Long> expected = Arrays.stream(numbers).boxed().collect(Collectors.toSet());
        LongSet set = new LongSet(numbers);

        for (long number : numbers) {
            for (long near = number - 2; near != number + 3; near++) {
                assertThat(set.contains(near)).as("%d", near).isEqualTo(expected.contains(near));
            }
        }
        assertThat(set.contains(0)).isEqualTo(expected.contains(0L));
        assertThat(set.contains(Long.MIN_VALUE)).isFalse();
        assertThat(set.contains(Long.MAX_VALUE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"-9223372036854775808, 9223372036854775807", "-1, 9223372036854775807", "0, 0", "7, 134217734"})
    void containsTheEndsOfAnyRange(long min, long max) {
        LongSet set = new LongSet(new long[] {min, max});

        assertThat(set.contains(min)).isTrue();
        assertThat(set.contains(max)).isTrue();
        assertThat(set.contains(min + 1)).isEqualTo(min + 1 == max);
        assertThat(set.contains(max - 1)).isEqualTo(max - 1 == min);
    }
}
