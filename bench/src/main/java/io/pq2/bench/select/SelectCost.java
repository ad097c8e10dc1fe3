package io.pq2.bench.select;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a query took.
 *
 * @param seconds from the question to the answer
 * @param taskSeconds CPU time of the threads that read: of Spark's tasks, or of the calling thread
 * @param bytes what was read of the files
 */
record SelectCost(double seconds, double taskSeconds, double bytes) {

    /** The median of times; the least of the bytes, among which an engine may count what others of the process read. */
    static SelectCost of(List<SelectCost> costs) {
        return new SelectCost(
                median(costs, SelectCost::seconds),
                median(costs, SelectCost::taskSeconds),
                costs.stream().mapToDouble(SelectCost::bytes).min().orElseThrow());
    }

    private static double median(List<SelectCost> costs, ToDoubleFunction<SelectCost> number) {
        double[] numbers = costs.stream().mapToDouble(number).toArray();
        Arrays.sort(numbers);
        return numbers[numbers.length / 2];
    }
}
