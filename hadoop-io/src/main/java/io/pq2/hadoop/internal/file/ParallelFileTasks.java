package io.pq2.hadoop.internal.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Does something with each of many files, several at once, as the user who asks. All who plan in a virtual machine share its
 * threads, which end when there is nothing to do for a while and keep no machine from ending.
 *
 * @param <T> what is made of a file
 */
public final class ParallelFileTasks<T> {

    private static final int MAX_THREADS = 64;
    private static final long IDLE_SECONDS = 10;
    private static final AtomicInteger THREADS = new AtomicInteger();
    private static final ThreadPoolExecutor POOL = pool();

    private final List<? extends FileStatus> files;
    private final Work<T> work;
    private final Object[] results;
    private final AtomicInteger next = new AtomicInteger();

    /** The failure for the first of the files that one is known for. */
    private Throwable failure;

    private int failed = Integer.MAX_VALUE;

    /** What is done with a file. */
    public interface Work<T> {
        T of(int index, FileStatus file) throws IOException;
    }

    private ParallelFileTasks(List<? extends FileStatus> files, Work<T> work) {
        this.files = files;
        this.work = work;
        this.results = new Object[files.size()];
    }

    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MAX_THREADS, MAX_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "pq2-splits-" + THREADS.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * What is made of the files, in their order.
     *
     * @param threads how many files at once, at most
     * @throws IOException what went wrong with a file; the others may not have been looked at
     * @throws InterruptedIOException if the thread is interrupted, as it then still is
     */
    public static <T> List<T> map(List<? extends FileStatus> files, int threads, Work<T> work) throws IOException {
        ParallelFileTasks<T> all = new ParallelFileTasks<>(files, work);
        int workers = Math.min(threads, files.size());
        if (workers <= 1) {
            all.workUntilDone();
        } else {
            all.workTogether(workers);
        }
        return all.finished();
    }

    private void workTogether(int workers) throws IOException {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        ClassLoader classes = Thread.currentThread().getContextClassLoader();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            running.add(POOL.submit(() -> {
                Thread.currentThread().setContextClassLoader(classes);
                try {
                    user.doAs((PrivilegedAction<Void>) () -> {
                        workUntilDone();
                        return null;
                    });
                } finally {
                    Thread.currentThread().setContextClassLoader(null);
                }
            }));
        }
        try {
            for (Future<?> worker : running) {
                worker.get();
            }
        } catch (InterruptedException e) {
            stop();
            running.forEach(worker -> worker.cancel(true));
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while splits were planned");
            interrupted.initCause(e);
            throw interrupted;
        } catch (ExecutionException | CancellationException e) {
            // A worker keeps what a file does to it; this is about the thread itself.
            throw new IOException("splits could not be planned", e);
        }
    }

    private void workUntilDone() {
        for (int i = next.getAndIncrement(); i < results.length; i = next.getAndIncrement()) {
            try {
                results[i] = work.of(i, files.get(i));
            } catch (IOException | RuntimeException | Error e) {
                stop();
                fail(i, e);
            }
        }
    }

    private void stop() {
        next.set(results.length);
    }

    private synchronized void fail(int index, Throwable cause) {
        if (index < failed) {
            failed = index;
            failure = cause;
        }
    }

    @SuppressWarnings("unchecked") // Only results of the work are in it.
    private synchronized List<T> finished() throws IOException {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof IOException e) {
            String path = files.get(failed).getPath().toString();
            throw String.valueOf(e.getMessage()).contains(path) ? e : new IOException(path + ": " + e.getMessage(), e);
        }
        return (List<T>) Arrays.asList(results);
    }
}
