package io.pq2.bench.select;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Measures the elapsed time and the CPU time of the calling thread from its creation on. */
final class CallingThread {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long cpu = THREADS.getCurrentThreadCpuTime();
    private final long start = System.nanoTime();

    /** Returns the number of bytes read. */
    @FunctionalInterface
    interface Bytes {
        long read() throws IOException;
    }

    /** Returns the cost so far. */
    SelectCost cost(Bytes bytes) throws IOException {
        long end = System.nanoTime();
        double seconds = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9;
        return new SelectCost((end - start) / 1e9, seconds, bytes.read());
    }
}
