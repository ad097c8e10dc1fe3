package io.pq2.spark.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EvenPartitionsTest {

    private static final long LIMIT = 100;

    private static EvenPartitions on(int cores) {
        return new EvenPartitions(cores, 1, Integer.MAX_VALUE, LIMIT, 0);
    }

    /** Fills partitions as Spark does: the largest part first, a new partition if the next part does not fit. */
    private static List<List<Long>> filled(long limit, long openCost, Long... parts) {
        Long[] sorted = parts.clone();
        Arrays.sort(sorted, Collections.reverseOrder());
        List<List<Long>> partitions = new ArrayList<>();
        long size = 0;
        for (Long part : sorted) {
            if (partitions.isEmpty() || size + part > limit) {
                partitions.add(new ArrayList<>());
                size = 0;
            }
            partitions.get(partitions.size() - 1).add(part);
            size += part + openCost;
        }
        return partitions;
    }

    private static List<List<Long>> even(EvenPartitions even, List<List<Long>> planned) {
        return even.of(planned, Long::longValue);
    }

    @Test
    void theLastPartitionIsNoLongerNearlyEmpty() {
        Long[] files = Collections.nCopies(16, 20L).toArray(Long[]::new);
        List<List<Long>> planned = filled(LIMIT, 0, files);
        assertThat(planned).extracting(List::size).containsExactly(5, 5, 5, 1);
        assertThat(even(on(2), planned)).extracting(List::size).containsExactly(4, 4, 4, 4);
    }

    @Test
    void aFewRemainingPartsNeedNoSecondWaveOfTasks() {
        List<List<Long>> planned = filled(60, 0, 21L, 20L, 20L, 20L, 20L, 20L);
        assertThat(planned).hasSize(3);
        assertThat(even(on(2), planned)).containsExactly(List.of(21L, 20L, 20L), List.of(20L, 20L, 20L));
    }

    @Test
    void theLimitOfBytesHoldsAndMakesFurtherPartitions() {
        Long[] files = Collections.nCopies(9, 30L).toArray(Long[]::new);
        List<List<Long>> planned = filled(LIMIT, 0, files);
        assertThat(planned).hasSize(3);
        assertThat(even(on(2), planned)).extracting(List::size).containsExactly(3, 2, 2, 2);
    }

    @Test
    void numbersOfPartitionsThatAreSetHold() {
        Long[] files = Collections.nCopies(9, 30L).toArray(Long[]::new);
        List<List<Long>> planned = filled(LIMIT, 0, files);
        assertThat(even(new EvenPartitions(2, 1, 3, LIMIT, 0), planned)).isSameAs(planned);
        List<List<Long>> small = filled(60, 0, 21L, 20L, 20L, 20L, 20L, 20L);
        assertThat(even(new EvenPartitions(2, 3, 3, LIMIT, 0), small)).hasSize(3);
    }

    @Test
    void largePartsStayAlone() {
        List<List<Long>> planned = List.of(List.of(300L), List.of(150L), List.of(90L, 10L));
        assertThat(even(on(1), planned)).isSameAs(planned);
        assertThat(even(on(4), planned)).isSameAs(planned);
        List<List<Long>> uneven = List.of(List.of(120L), List.of(30L, 30L, 30L), List.of(10L));
        assertThat(even(on(4), uneven))
                .as("more tasks cannot end before that of the largest part")
                .isSameAs(uneven);
    }

    @Test
    void returnsTheGivenPartitionsIfNothingIsGained() {
        List<List<Long>> single = List.of(List.of(10L, 20L));
        assertThat(even(on(4), single)).isSameAs(single);
        List<List<Long>> ofOnePart = List.of(List.of(90L), List.of(80L), List.of(70L));
        assertThat(even(on(2), ofOnePart)).isSameAs(ofOnePart);
        assertThat(even(on(2), List.of())).isEmpty();
        // No other distribution observes the limit.
        List<List<Long>> tight = List.of(List.of(60L, 40L), List.of(35L, 35L, 30L));
        assertThat(even(on(2), tight)).isSameAs(tight);
    }

    @Test
    void keepsEachPartOnceWithinTheLimits() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            long openCost = random.nextInt(3) * 4L;
            Long[] files = LongStream.generate(() -> 1 + random.nextInt(1 + random.nextInt(120)))
                    .limit(1 + random.nextInt(60))
                    .boxed()
                    .toArray(Long[]::new);
            int cores = 1 + random.nextInt(12);
            long limit = LIMIT / (1 + random.nextInt(3));
            List<List<Long>> planned = filled(limit, openCost, files);
            int max = random.nextBoolean() ? Integer.MAX_VALUE : planned.size() + random.nextInt(5);
            EvenPartitions even = new EvenPartitions(cores, 1 + random.nextInt(5), max, LIMIT, openCost);
            List<List<Long>> partitions = even(even, planned);
            List<Long> all = partitions.stream().flatMap(List::stream).toList();
            assertThat(all).containsExactlyInAnyOrder(files);
            assertThat(partitions)
                    .hasSizeLessThanOrEqualTo(Math.max(planned.size(), max))
                    .hasSizeGreaterThanOrEqualTo(Math.min(planned.size(), even.minPartitions()))
                    .hasSizeLessThan(planned.size() + cores)
                    .noneMatch(List::isEmpty)
                    .allMatch(parts -> parts.size() == 1
                            || parts.stream().mapToLong(part -> part).sum() + openCost * (parts.size() - 1) <= LIMIT);
            assertThat(wall(partitions, cores, openCost))
                    .as("%s with %d cores becomes %s", planned, cores, partitions)
                    .isLessThanOrEqualTo(wall(planned, cores, openCost));
        }
    }

    /** Returns the cost until all tasks have ended, each on the first free core. */
    private static long wall(List<List<Long>> partitions, int cores, long openCost) {
        long[] busy = new long[cores];
        for (List<Long> parts : partitions) {
            Arrays.sort(busy);
            busy[0] += parts.stream().mapToLong(part -> part + openCost).sum();
        }
        return Arrays.stream(busy).max().orElseThrow();
    }
}
