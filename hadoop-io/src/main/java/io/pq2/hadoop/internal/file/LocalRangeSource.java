package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FSInputChecker;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.jspecify.annotations.Nullable;

/**
 * Reads byte ranges of a file on a local disk through an open Hadoop stream. Closing the source fails the futures of
 * unfinished reads.
 */
public final class LocalRangeSource implements RangeSource {

    /** Ranges of up to this many bytes are read by the caller: another thread would start too late to help. */
    private static final int SMALL_READ_BYTES = 1 << 20;

    private final String location;
    private final FSDataInputStream stream;
    private final boolean vectored;
    /** The stream that verifies Hadoop's checksums; absent if the file has none. */
    private final @Nullable FSInputChecker checked;
    /** The incomplete reads. Completed ones are removed, so that their buffers can be collected. */
    private final Set<CompletableFuture<ByteBuffer>> pending = ConcurrentHashMap.newKeySet();

    private boolean closed;

    /**
     * Opens the file.
     *
     * @param location the name of the file in messages
     */
    public LocalRangeSource(String location, StreamOpener opener) throws IOException {
        this.location = location;
        this.stream = opener.open();
        this.vectored = stream.hasCapability(StreamCapabilities.VECTOREDIO);
        this.checked = stream.getWrappedStream() instanceof FSInputChecker checker ? checker : null;
    }

    @Override
    public int requestCost() {
        return LOCAL_REQUEST_COST;
    }

    @Override
    public ByteBuffer read(ByteRange range) throws IOException {
        if (closed) {
            throw new IOException(location + ": the file is closed");
        }
        byte[] bytes = new byte[range.length()];
        try {
            if (checked != null) {
                // A positioned read would open the file and its checksum file again for each range, and the seek of the
                // outer stream would request the status of the file again.
                checked.seek(range.offset());
                if (checked.readNBytes(bytes, 0, bytes.length) < bytes.length) {
                    throw new EOFException("the file ends before the end of the range");
                }
            } else {
                stream.readFully(range.offset(), bytes, 0, bytes.length);
            }
        } catch (IOException | RuntimeException | FSError e) {
            throw StorageErrors.of(location, range, e);
        }
        return ByteBuffer.wrap(bytes);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> ranges) {
        if (!vectored || closed || isSmall(ranges)) {
            return RangeSource.super.readAll(ranges);
        }
        List<FileRange> requests = new ArrayList<>(ranges.size());
        for (ByteRange range : ranges) {
            // Some streams reject empty ranges.
            if (range.length() > 0) {
                requests.add(FileRange.createFileRange(range.offset(), range.length(), range));
            }
        }
        Throwable failure = null;
        try {
            stream.readVectored(requests, ByteBuffer::allocate);
        } catch (IOException | RuntimeException | FSError e) {
            failure = e;
        }
        return futures(ranges, requests, failure);
    }

    private static boolean isSmall(List<ByteRange> ranges) {
        return ranges.stream().mapToLong(ByteRange::length).sum() <= SMALL_READ_BYTES;
    }

    private List<CompletableFuture<ByteBuffer>> futures(
            List<ByteRange> ranges, List<FileRange> requests, @Nullable Throwable failure) {
        List<CompletableFuture<ByteBuffer>> buffers = new ArrayList<>(ranges.size());
        int next = 0;
        for (ByteRange range : ranges) {
            if (range.length() == 0) {
                buffers.add(CompletableFuture.completedFuture(ByteBuffer.allocate(0)));
                continue;
            }
            CompletableFuture<ByteBuffer> data = requests.get(next++).getData();
            if (failure != null) {
                // Some ranges may still be read, but the request as a whole has failed, so the caller gets no range.
                buffers.add(CompletableFuture.failedFuture(StorageErrors.of(location, range, failure)));
            } else {
                buffers.add(tracked(data.thenCompose(buffer -> heapBuffer(range, buffer))
                        .exceptionallyCompose(error ->
                                CompletableFuture.failedFuture(StorageErrors.of(location, range, cause(error))))));
            }
        }
        return buffers;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // Futures are compared by identity, as intended.
    private CompletableFuture<ByteBuffer> tracked(CompletableFuture<ByteBuffer> buffer) {
        pending.add(buffer);
        return buffer.whenComplete((bytes, error) -> pending.remove(buffer));
    }

    private static CompletableFuture<ByteBuffer> heapBuffer(ByteRange range, ByteBuffer buffer) {
        try {
            return CompletableFuture.completedFuture(HeapBuffers.of(range, buffer));
        } catch (EOFException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Throwable cause(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            stream.close();
        } finally {
            // Some streams never complete their unfinished reads.
            for (CompletableFuture<ByteBuffer> future : pending) {
                future.completeExceptionally(new IOException(location + ": closed while reading"));
            }
        }
    }
}
