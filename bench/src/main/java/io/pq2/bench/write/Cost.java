package io.pq2.bench.write;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a write took.
 *
 * @param seconds from the creation of the file to its end
 * @param threadSeconds CPU time of the thread that wrote
 * @param processSeconds CPU time of the whole process: garbage collection and compilation too
 * @param allocatedBytes what the thread that wrote took of the Java heap, garbage included
 */
public record Cost(double seconds, double threadSeconds, double processSeconds, double allocatedBytes) {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Something that writes. */
    @FunctionalInterface
    public interface Work {
        /** Does it. */
        void run() throws IOException, SQLException;
    }

    /** What some work takes. */
    public static Cost of(Work work) throws IOException, SQLException {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long process = SYSTEM.getProcessCpuTime();
        long thread = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        work.run();
        long end = System.nanoTime();
        return new Cost(
                (end - start) / 1e9,
                (THREADS.getCurrentThreadCpuTime() - thread) / 1e9,
                (SYSTEM.getProcessCpuTime() - process) / 1e9,
                THREADS.getCurrentThreadAllocatedBytes() - allocated);
    }

    /** The median of each number by itself. */
    public static Cost median(List<Cost> costs) {
        return new Cost(
                median(costs, Cost::seconds),
                median(costs, Cost::threadSeconds),
                median(costs, Cost::processSeconds),
                median(costs, Cost::allocatedBytes));
    }

    /** The share of each of so many equal pieces of work. */
    public Cost dividedBy(int pieces) {
        return new Cost(seconds / pieces, threadSeconds / pieces, processSeconds / pieces, allocatedBytes / pieces);
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> number) {
        double[] numbers = costs.stream().mapToDouble(number).toArray();
        Arrays.sort(numbers);
        return numbers[numbers.length / 2];
    }
}
