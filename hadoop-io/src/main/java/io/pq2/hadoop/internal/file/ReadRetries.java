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
 * Reads what could not be read once more, each time through a stream of its own: vectored reads of S3A do not try again when a connection
 * ends in the middle of an answer, and some streams end with their first failure. A file system that tries again by itself for long is not
 * asked often.
 */
final class ReadRetries {

    private static final int TIMES = 5;
    private static final long ENOUGH_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Before the first time, and twice as long before each that follows. */
    private static final long PAUSE_MILLIS = 20;

    private static final int MAX_THREADS = 16;
    private static final long IDLE_SECONDS = 10;
    private static final AtomicInteger THREADS = new AtomicInteger();
    private static final ThreadPoolExecutor POOL = pool();

    private final String location;
    private final Opener opener;
    private volatile boolean stopped;

    /** Opens the file, each time anew. */
    public interface Opener {
        FSDataInputStream open() throws IOException;
    }

    ReadRetries(String location, Opener opener) {
        this.location = location;
        this.opener = opener;
    }

    /** All who read in a virtual machine share the threads, which end when there is nothing to do and keep no machine from ending. */
    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MAX_THREADS, MAX_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "pq2-repeated-reads-" + THREADS.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Reads a range again.
     *
     * @param first what went wrong before
     * @throws IOException if it cannot be read, with all that went wrong
     */
    ByteBuffer read(ByteRange range, IOException first) throws IOException {
        long start = System.nanoTime();
        IOException failure = first;
        for (int time = 0; mayPass(failure) && time < TIMES && System.nanoTime() - start < ENOUGH_NANOS; time++) {
            pause(PAUSE_MILLIS << time);
            try (FSDataInputStream stream = opener.open()) {
                byte[] bytes = new byte[range.length()];
                // Not a positioned read: where the stream ends with the failure, going back hides what it was.
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

    /** Reads a range again in another thread. */
    CompletableFuture<ByteBuffer> readLater(ByteRange range, IOException first) {
        if (!mayPass(first)) {
            return CompletableFuture.failedFuture(first);
        }
        CompletableFuture<ByteBuffer> promised = new CompletableFuture<>();
        POOL.execute(() -> {
            try {
                promised.complete(read(range, first));
            } catch (IOException | RuntimeException | Error e) {
                promised.completeExceptionally(e);
            }
        });
        return promised;
    }

    /** From now on nothing is read again. */
    void stop() {
        stopped = true;
    }

    private boolean mayPass(IOException failure) {
        return !stopped && StorageErrors.mayPass(failure);
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
