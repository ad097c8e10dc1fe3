package io.pq2.bench.write;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the peak heap use of a writer. While the writer runs, another thread collects garbage repeatedly. The peak
 * is the maximum heap use after any of these collections, minus the heap use before. Garbage does not count. A peak
 * between two collections is missed.
 */
final class PeakHeap {

    /** Approximate number of collections per write. */
    private static final int LOOKS = 50;

    private final long pauseNanos;
    private volatile boolean stopped;
    private long peak;

    private PeakHeap(double seconds) {
        pauseNanos = (long) (seconds / LOOKS * 1e9);
    }

    /**
     * Returns the peak in bytes. This takes much longer than the work alone.
     *
     * @param seconds the time of the work alone
     */
    static long of(Cost.Work work, double seconds) throws IOException, SQLException {
        PeakHeap heap = new PeakHeap(seconds);
        long before = live();
        Thread collector = new Thread(heap::watch, "peak heap");
        collector.start();
        try {
            work.run();
        } finally {
            heap.stopped = true;
            join(collector);
        }
        return Math.max(0, heap.peak - before);
    }

    private void watch() {
        while (!stopped) {
            LockSupport.parkNanos(pauseNanos);
            peak = Math.max(peak, live());
        }
    }

    /** Returns the heap use after a full collection. */
    private static long live() {
        System.gc();
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage left = pool.getCollectionUsage(); // at the end of the collection
            if (pool.getType() == MemoryType.HEAP && left != null) {
                bytes += left.getUsed();
            }
        }
        return bytes;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
