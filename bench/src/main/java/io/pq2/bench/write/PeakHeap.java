package io.pq2.bench.write;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/**
 * How much of the Java heap a writer needs at once: while it writes, another thread collects all garbage again and again, and the
 * most that any of these collections left, less what one had left before, is the peak. Garbage does not count, only what the
 * writer holds; a peak that lies wholly between two collections is missed.
 */
final class PeakHeap {

    /** How often a write is looked at, about. */
    private static final int LOOKS = 50;

    private final long pauseNanos;
    private volatile boolean stopped;
    private long peak;

    private PeakHeap(double seconds) {
        pauseNanos = (long) (seconds / LOOKS * 1e9);
    }

    /**
     * The peak in bytes. Takes much longer than the work by itself.
     *
     * @param seconds how long that takes by itself
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

    /** What a collection of the whole heap leaves. */
    private static long live() {
        System.gc();
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage left = pool.getCollectionUsage(); // as it was when the collection ended
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
