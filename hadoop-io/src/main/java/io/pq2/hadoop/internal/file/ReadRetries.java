package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteRange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * Retries failed reads, each time through a new stream.
 *
 * <p>Vectored reads of S3A are not retried by S3A itself when a connection breaks in the middle of a response, and some
 * streams are unusable after their first failure. Retries stop after a few attempts or a few seconds, so that a file
 * system with its own long retries gets only one or two requests.
 */
final class ReadRetries {

    private static final int MAX_RETRIES = 5;

    /** No retry starts later than this after the first failure. */
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The pause before the first retry in milliseconds; doubles with each retry. */
    private static final long PAUSE_MILLIS = 20;

    private static final int MAX_THREADS = 16;
    private static final long IDLE_SECONDS = 10;
    private static final AtomicInteger THREADS = new AtomicInteger();
    private static final ThreadPoolExecutor POOL = pool();

    private final String location;
    private final StreamOpener opener;
    private volatile boolean stopped;

    ReadRetries(String location, StreamOpener opener) {
        this.location = location;
        this.opener = opener;
    }

    /** Creates the daemon threads that all readers of a JVM share. They end when they are idle. */
    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MAX_THREADS, MAX_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "pq2-read-retries-" + THREADS.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Reads a range after a failed read.
     *
     * @param first the failure of the first read
     * @return a buffer of the range's length
     * @throws IOException if no retry succeeds; earlier failures are suppressed exceptions of the last one
     */
    ByteBuffer read(ByteRange range, IOException first) throws IOException {
        long start = System.nanoTime();
        IOException failure = first;
        for (int retry = 0;
                canRetry(failure) && retry < MAX_RETRIES && System.nanoTime() - start < MAX_NANOS;
                retry++) {
            pause(PAUSE_MILLIS << retry);
            try (FSDataInputStream stream = opener.open()) {
                byte[] bytes = new byte[range.length()];
                // Not a positioned read: restoring the position after a failure would hide the failure's cause.
                stream.seek(range.offset());
                stream.readFully(bytes);
                return ByteBuffer.wrap(bytes);
            } catch (IOException | RuntimeException e) {
                IOException before = failure;
                failure = StorageErrors.of(location, range, e);
                if (failure != before) {
                    failure.addSuppressed(before);
                }
            }
        }
        throw failure == first ? first : StorageErrors.reading(location, range, failure);
    }

    /** Reads a range after a failed read, in another thread. */
    CompletableFuture<ByteBuffer> readLater(ByteRange range, IOException first) {
        if (!canRetry(first)) {
            return CompletableFuture.failedFuture(first);
        }
        CompletableFuture<ByteBuffer> result = new CompletableFuture<>();
        POOL.execute(() -> {
            try {
                result.complete(read(range, first));
            } catch (IOException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** Prevents further retries. */
    void stop() {
        stopped = true;
    }

    private boolean canRetry(IOException failure) {
        return !stopped && StorageErrors.isTransient(failure);
    }

    private void pause(long millis) throws InterruptedIOException {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException(location + ": interrupted while reading");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
