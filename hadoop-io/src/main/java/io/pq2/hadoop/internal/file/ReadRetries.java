package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteRange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
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

    private final String location;
    private final StreamOpener opener;
    private volatile boolean stopped;

    ReadRetries(String location, StreamOpener opener) {
        this.location = location;
        this.opener = opener;
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
        int retry = 0;
        while (canRetry(failure) && retry < MAX_RETRIES && System.nanoTime() - start < MAX_NANOS) {
            pause(PAUSE_MILLIS << retry);
            retry++;
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
        throw retry == 0 ? first : StorageErrors.reading(location, range, failure);
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
