package io.pq2.bench.select;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The cost of a query.
 *
 * @param seconds the elapsed time
 * @param taskSeconds the CPU time of the threads that read: Spark's tasks, or the calling thread
 * @param bytes the bytes read from the files
 */
record SelectCost(double seconds, double taskSeconds, double bytes) {

    /**
     * Returns the medians of the times and the minimum of the bytes. The minimum excludes bytes that other parts of the
     * process read at the same time.
     */
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
