package io.pq2.spark.internal.scan;

import io.pq2.hadoop.internal.options.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;

/**
 * Distributes parts of files evenly over partitions; see docs/design/splits.md.
 *
 * @param cores the number of tasks that run at once
 * @param minPartitions the smallest number of partitions, if there are as many parts
 * @param maxPartitions the largest number of partitions
 * @param maxBytes the largest size of a partition of several parts
 * @param openCost the cost of opening a file, as a number of bytes that a task reads in the same time
 */
public record EvenPartitions(int cores, int minPartitions, int maxPartitions, long maxBytes, long openCost) {

    /** The configuration key that enables or disables even partitions; see docs/configuration.md. */
    public static final String KEY = "pq2.even-partitions";

    /**
     * Returns whether partitions are to be even: by default, they are those of Spark.
     *
     * @throws io.pq2.exception.InvalidDataException if the value is neither true nor false
     */
    public static boolean isEnabled(Configuration configuration) {
        boolean[] enabled = {false};
        new Settings(configuration).flag(KEY, flag -> enabled[0] = flag);
        return enabled[0];
    }

    /**
     * Returns the partitions of the same parts after which all cores have finished first: with the given number of
     * partitions, or the multiple of the cores below or above it. Of equally fast ones, those with fewer partitions.
     *
     * @param planned partitions, each filled before the next one
     * @param bytes the number of bytes of a part
     * @return {@code planned} itself if no other partitions are better
     */
    public <T> List<List<T>> of(List<List<T>> planned, ToLongFunction<T> bytes) {
        int number = planned.size();
        List<T> parts = planned.stream().flatMap(List::stream).toList();
        if (number < 2 || parts.size() == number) {
            return planned;
        }
        ToLongFunction<T> cost = part -> bytes.applyAsLong(part) + openCost;
        List<List<T>> best = planned;
        long least = finish(planned, cost);
        for (long candidate :
                new long[] {number, (number - 1L + cores) / cores * cores, (long) number / cores * cores}) {
            if (candidate >= Math.max(1, Math.min(minPartitions, number))
                    && candidate <= Math.min(parts.size(), Math.max(number, maxPartitions))) {
                List<List<T>> even = distribute(parts, (int) candidate, cost);
                long finish = finish(even, cost);
                if ((finish < least || (finish == least && even.size() < best.size()))
                        && even.stream().allMatch(partition -> isSmall(partition, bytes))) {
                    best = even;
                    least = finish;
                }
            }
        }
        return best;
    }

    /** Returns the cost of the core that finishes last, if each takes the next partition when it is free. */
    private <T> long finish(List<List<T>> partitions, ToLongFunction<T> cost) {
        PriorityQueue<Long> busy = new PriorityQueue<>(Collections.nCopies(Math.min(cores, partitions.size()), 0L));
        long last = 0;
        for (List<T> parts : partitions) {
            long end = busy.remove() + parts.stream().mapToLong(cost).sum();
            busy.add(end);
            last = Math.max(last, end);
        }
        return last;
    }

    /** Whether a partition observes the limit of bytes, as Spark computes it. */
    private <T> boolean isSmall(List<T> partition, ToLongFunction<T> bytes) {
        return partition.size() < 2
                || partition.stream().mapToLong(bytes).sum() <= maxBytes - openCost * (partition.size() - 1);
    }

    /**
     * Distributes parts over partitions, each to the one that costs least so far, beginning with the part that costs
     * most. Some partitions may be empty.
     */
    public static <T> List<List<T>> distribute(List<T> parts, int number, ToLongFunction<T> cost) {
        record Filled<P>(int index, long cost, List<P> parts) {}
        PriorityQueue<Filled<T>> queue = new PriorityQueue<>(
                Comparator.<Filled<T>>comparingLong(Filled::cost).thenComparingInt(Filled::index));
        List<List<T>> partitions = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            partitions.add(new ArrayList<>());
            queue.add(new Filled<>(i, 0, partitions.get(i)));
        }
        List<T> sorted = new ArrayList<>(parts);
        sorted.sort(Collections.reverseOrder(Comparator.comparingLong(cost)));
        for (T part : sorted) {
            Filled<T> least = queue.remove();
            least.parts.add(part);
            queue.add(new Filled<>(least.index, least.cost + cost.applyAsLong(part), least.parts));
        }
        return partitions;
    }
}
