package io.pq2.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * An open file from which byte ranges are read.
 *
 * <p>Not thread-safe, but other threads may complete the futures that it returns. Closing the source while futures
 * are incomplete either completes them exceptionally or lets them finish.
 */
public interface RangeSource extends Closeable {

    /** Bytes that {@link #allocate} adds after a range. */
    int SLACK = 32;

    /** Default of {@link #requestCost}, for files on other machines: 64 KiB. */
    int REQUEST_COST = 64 << 10;

    /** {@link #requestCost} of local files: 1 KiB. */
    int LOCAL_REQUEST_COST = 1 << 10;

    /**
     * Returns the cost of a request as the number of bytes that can be read in the same time. Readers coalesce byte
     * ranges with smaller gaps. The default is {@link #REQUEST_COST}.
     */
    default int requestCost() {
        return REQUEST_COST;
    }

    /**
     * Returns the length of a request above which reading is faster in several requests at a time, as it is from stores
     * that limit the speed of a connection. Readers cut longer ranges into parts. By default, no range is cut.
     */
    default int requestBytes() {
        return Integer.MAX_VALUE;
    }

    /**
     * Allocates a heap buffer for a range. Its array is {@link #SLACK} bytes longer than the range, so that decoders
     * can load whole words at its end. Sources may use other buffers, whose last values are decoded slightly slower.
     *
     * @param length length of the range in bytes
     * @return a buffer with position 0 and limit {@code length}
     */
    static ByteBuffer allocate(int length) {
        byte[] bytes = new byte[(int) Math.min((long) length + SLACK, Integer.MAX_VALUE - 8)];
        return ByteBuffer.wrap(bytes, 0, length);
    }

    /**
     * Reads a range.
     *
     * @return a heap buffer ({@code hasArray()}) whose remaining bytes are the range; it belongs to the caller
     * @throws java.io.EOFException if the file ends before the range does
     * @throws IOException if the file system cannot read the range
     */
    ByteBuffer read(ByteRange range) throws IOException;

    /**
     * Reads several ranges, in parallel if the file system can do so. The default implementation reads them one after
     * another before it returns.
     *
     * @param ranges ranges ordered by offset, without overlaps, already coalesced
     * @return a future per range, in the order of the ranges, with a buffer like that of {@link #read}. It fails with
     *     the exception that {@link #read} would throw
     */
    default List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> ranges) {
        List<CompletableFuture<ByteBuffer>> buffers = new ArrayList<>(ranges.size());
        for (ByteRange range : ranges) {
            try {
                buffers.add(CompletableFuture.completedFuture(read(range)));
            } catch (IOException | RuntimeException e) {
                buffers.add(CompletableFuture.failedFuture(e));
            }
        }
        return buffers;
    }

    /**
     * Waits for a buffer of {@link #readAll}, or for another result of reading a file.
     *
     * @param future a future of {@link #readAll}, or one that fails as these do
     * @return the result, which belongs to the caller
     * @throws InterruptedIOException if the thread is interrupted; its interrupt flag remains set
     * @throws IOException if the range cannot be read
     */
    static <T> T await(CompletableFuture<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for bytes of a file");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof UncheckedIOException unchecked) {
                throw unchecked.getCause();
            }
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof IOException failure ? failure : new IOException(cause);
        }
    }
}
