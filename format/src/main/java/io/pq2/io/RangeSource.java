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
 * An open file from which ranges are read. Used by one thread at a time; the futures that it returns may be completed by
 * others. Closing it while futures are outstanding completes them exceptionally or lets them finish.
 */
public interface RangeSource extends Closeable {

    /** Bytes that {@link #allocate} adds behind a range. */
    int SLACK = 32;

    /** {@link #requestCost} where nothing else is known, as for files on another machine: 64 KiB. */
    int REQUEST_COST = 64 << 10;

    /** {@link #requestCost} of files of this machine: 1 KiB. */
    int LOCAL_REQUEST_COST = 1 << 10;

    /**
     * How many bytes more could be read in the time that one more request takes, about: so many needless ones are read rather than making
     * two requests. {@link #REQUEST_COST} unless overridden.
     */
    default int requestCost() {
        return REQUEST_COST;
    }

    /**
     * A heap buffer for a range, whose array is a little longer than the range so that decoders may load whole words at its
     * end. Sources need not use it; decoding is a little slower at the end of what other buffers hold.
     *
     * @param length bytes of the range
     */
    static ByteBuffer allocate(int length) {
        byte[] bytes = new byte[(int) Math.min((long) length + SLACK, Integer.MAX_VALUE - 8)];
        return ByteBuffer.wrap(bytes, 0, length);
    }

    /**
     * Reads one range.
     *
     * @return a heap buffer ({@code hasArray()}) whose remaining bytes are the range, owned by the caller
     * @throws java.io.EOFException if the file ends before the range does
     */
    ByteBuffer read(ByteRange range) throws IOException;

    /**
     * Reads several ranges, at once where the medium can. The ranges are ordered by offset and do not overlap; the caller
     * has coalesced those that lie close together.
     *
     * <p>Unless overridden, this reads them one after another before it returns.
     *
     * @return one future a range, in the order of the ranges, with a buffer as {@link #read} returns it
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
     * Waits for a buffer that {@link #readAll} promised.
     *
     * @throws IOException if it could not be read, or if the thread was interrupted
     */
    static ByteBuffer await(CompletableFuture<ByteBuffer> promised) throws IOException {
        try {
            return promised.get();
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
