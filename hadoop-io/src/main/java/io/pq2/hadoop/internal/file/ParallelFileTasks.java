package io.pq2.hadoop.internal.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task for each of many files in parallel, as the user of the calling thread.
 *
 * <p>All callers of a JVM share a pool of daemon threads, which end when they are idle.
 *
 * @param <T> the result of the task for one file
 */
public final class ParallelFileTasks<T> {

    private static final int MAX_THREADS = 64;
    private static final ExecutorService POOL = FileThreads.create("pq2-files", MAX_THREADS);

    private final List<? extends FileStatus> files;
    private final FileTask<T> task;
    private final @Nullable Object[] results;
    private final AtomicInteger next = new AtomicInteger();

    /** The failure of the first file, in the order of the list, whose task has failed; absent while none has. */
    private @Nullable Throwable failure;

    private int failedFile = Integer.MAX_VALUE;

    /** A task for one file. */
    public interface FileTask<T> {
        T run(int index, FileStatus file) throws IOException;
    }

    private ParallelFileTasks(List<? extends FileStatus> files, FileTask<T> task) {
        this.files = files;
        this.task = task;
        this.results = new Object[files.size()];
    }

    /**
     * Runs the task for each file and returns the results in the order of the files.
     *
     * @param threads the maximum number of files that are processed at once
     * @throws IOException if a task fails; the tasks of later files may not have run
     * @throws InterruptedIOException if the calling thread is interrupted; its interrupt status stays set
     */
    public static <T> List<T> map(List<? extends FileStatus> files, int threads, FileTask<T> task) throws IOException {
        ParallelFileTasks<T> all = new ParallelFileTasks<>(files, task);
        int workers = Math.min(threads, files.size());
        if (workers <= 1) {
            all.workUntilDone();
        } else {
            all.workTogether(workers);
        }
        return all.results();
    }

    private void workTogether(int workers) throws IOException {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            running.add(POOL.submit(FileThreads.asCaller(this::workUntilDone)));
        }
        try {
            for (Future<?> worker : running) {
                worker.get();
            }
        } catch (InterruptedException e) {
            stop();
            running.forEach(worker -> worker.cancel(true));
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while files were processed");
            interrupted.initCause(e);
            throw interrupted;
        } catch (ExecutionException | CancellationException e) {
            // Workers record the failures of their tasks, so this is a failure of the worker thread itself.
            throw new IOException("a thread that processes files has failed", e);
        }
    }

    private void workUntilDone() {
        for (int i = next.getAndIncrement(); i < results.length; i = next.getAndIncrement()) {
            try {
                results[i] = task.run(i, files.get(i));
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
        if (index < failedFile) {
            failedFile = index;
            failure = cause;
        }
    }

    @SuppressWarnings("unchecked") // The array holds only results of the task.
    private synchronized List<T> results() throws IOException {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof IOException e) {
            String path = files.get(failedFile).getPath().toString();
            throw String.valueOf(e.getMessage()).contains(path) ? e : new IOException(path + ": " + e.getMessage(), e);
        }
        return (List<T>) Arrays.asList(results);
    }
}
