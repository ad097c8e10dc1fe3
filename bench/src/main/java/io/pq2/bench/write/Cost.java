package io.pq2.bench.write;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.pq2.bench.measure.Averages;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.List;

/**
 * The cost of some work, such as a write from the creation of the file to its end.
 *
 * @param seconds the elapsed time
 * @param threadSeconds the CPU time of the calling thread
 * @param processSeconds the CPU time of the process, including garbage collection, compilation and native threads
 * @param allocatedBytes the bytes that the calling thread allocated on the Java heap, including garbage
 */
public record Cost(double seconds, double threadSeconds, double processSeconds, double allocatedBytes) {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Work that is measured. */
    @FunctionalInterface
    public interface Work {
        /** Performs the work. */
        void run() throws IOException, SQLException;
    }

    /** Measures the cost of some work. */
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

    /** Returns the median of each number separately. */
    public static Cost median(List<Cost> costs) {
        return new Cost(
                Averages.median(costs, Cost::seconds),
                Averages.median(costs, Cost::threadSeconds),
                Averages.median(costs, Cost::processSeconds),
                Averages.median(costs, Cost::allocatedBytes));
    }

    /** Returns the cost of one of several equal pieces of work. */
    public Cost dividedBy(int pieces) {
        return new Cost(seconds / pieces, threadSeconds / pieces, processSeconds / pieces, allocatedBytes / pieces);
    }
}
