package io.pq2.bench.select;

import io.pq2.bench.measure.Averages;
import java.util.List;

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
                Averages.median(costs, SelectCost::seconds),
                Averages.median(costs, SelectCost::taskSeconds),
                costs.stream().mapToDouble(SelectCost::bytes).min().orElseThrow());
    }
}
