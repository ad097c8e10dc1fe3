package io.pq2.hadoop.internal.file;

import java.io.IOException;
import java.security.PrivilegedAction;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.security.UserGroupInformation;

/** Daemon threads in which all readers of a JVM wait for file systems. They end when they are idle. */
public final class FileThreads {

    private static final long IDLE_SECONDS = 10;

    private FileThreads() {}

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

    /**
     * Returns a task that runs as the user and with the class loader of the calling thread.
     *
     * @throws IOException if the user is unknown
     */
    public static Runnable asCaller(Runnable task) throws IOException {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        ClassLoader classes = Thread.currentThread().getContextClassLoader();
        return () -> {
            Thread.currentThread().setContextClassLoader(classes);
            try {
                user.doAs((PrivilegedAction<Void>) () -> {
                    task.run();
                    return null;
                });
            } finally {
                Thread.currentThread().setContextClassLoader(null);
            }
        };
    }
}
