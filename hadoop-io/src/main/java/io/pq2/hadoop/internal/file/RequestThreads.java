package io.pq2.hadoop.internal.file;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates the daemon threads in which all readers of a JVM wait for a file system. They end when they are idle. */
public final class RequestThreads {

    private static final long IDLE_SECONDS = 10;

    private RequestThreads() {}

    /**
     * Creates threads.
     *
     * @param name the beginning of their names
     * @param threads the largest number of threads; further tasks wait
     */
    public static ExecutorService create(String name, int threads) {
        AtomicInteger started = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name + "-" + started.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
