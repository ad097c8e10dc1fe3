package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FSInputChecker;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.io.IOUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads byte ranges through an open Hadoop stream.
 *
 * <p>Closing the source fails the futures of unfinished reads. A failed read of a remote file is retried through new
 * streams ({@link ReadRetries}).
 */
public final class HadoopRangeSource implements RangeSource {

    /**
     * Reads of a local file up to this many bytes are done by the caller: another thread would start too late to help.
     */
    private static final int SMALL_READ_BYTES = 1 << 20;

    private final String location;
    private final StreamOpener opener;
    private final ReadRetries retries;
    private final boolean local;
    private final boolean vectored;
    private final boolean checksummed;
    /** The incomplete reads. Completed ones are removed, so that their buffers can be collected. */
    private final Set<CompletableFuture<ByteBuffer>> pending = ConcurrentHashMap.newKeySet();

    /** Earlier streams that failed. Vectored reads through them may still be running. */
    private final List<FSDataInputStream> failedStreams = new ArrayList<>();

    private FSDataInputStream stream;
    private boolean failed;
    private boolean closed;

    /**
     * Opens the file.
     *
     * @param location the name of the file in messages
     * @param local whether the file is on a local disk
     */
    public HadoopRangeSource(String location, StreamOpener opener, boolean local) throws IOException {
        this.location = location;
        this.opener = opener;
        this.retries = new ReadRetries(location, opener);
        this.local = local;
        this.stream = opener.open();
        this.vectored = isVectored(stream);
        this.checksummed = stream.getWrappedStream() instanceof FSInputChecker;
    }

    /**
     * Whether a stream reads several ranges at once. Streams declare this as a capability, except the analytics stream
     * of S3A (Hadoop 3.5.0), which overrides the method without declaring it.
     */
    private static boolean isVectored(FSDataInputStream stream) {
        if (stream.hasCapability(StreamCapabilities.VECTOREDIO)) {
            return true;
        }
        try {
            Method read = stream.getWrappedStream().getClass().getMethod("readVectored", List.class, IntFunction.class);
            return read.getDeclaringClass() != PositionedReadable.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    @Override
    public int requestCost() {
        return local ? LOCAL_REQUEST_COST : REQUEST_COST;
    }

    @Override
    public ByteBuffer read(ByteRange range) throws IOException {
        requireOpen();
        byte[] bytes = new byte[range.length()];
        try {
            if (checksummed) {
                // A positioned read would open the file and its checksum file again for each range.
                stream().seek(range.offset());
                stream().readFully(bytes);
            } else {
                stream().readFully(range.offset(), bytes, 0, bytes.length);
            }
        } catch (IOException | RuntimeException | FSError e) {
            IOException failure = StorageErrors.of(location, range, e);
            if (local) {
                throw failure;
            }
            failed = true;
            return retries.read(range, failure);
        }
        return ByteBuffer.wrap(bytes);
    }

    /** Returns the open stream; opens a new one after a failure. */
    private FSDataInputStream stream() throws IOException {
        if (failed) {
            failedStreams.add(stream);
            stream = opener.open();
            failed = false;
        }
        return stream;
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> ranges) {
        if (!vectored || closed || (local && isSmall(ranges))) {
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
            if (!requests.isEmpty()) {
                stream().readVectored(requests, ByteBuffer::allocate);
            }
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
                buffers.add(tracked(data.thenCompose(buffer -> checked(range, buffer))
                        .exceptionallyCompose(error -> retried(range, error))));
            }
        }
        return buffers;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // Futures are compared by identity, as intended.
    private CompletableFuture<ByteBuffer> tracked(CompletableFuture<ByteBuffer> buffer) {
        pending.add(buffer);
        return buffer.whenComplete((bytes, error) -> pending.remove(buffer));
    }

    private static CompletableFuture<ByteBuffer> checked(ByteRange range, ByteBuffer buffer) {
        if (buffer.remaining() != range.length()) {
            return CompletableFuture.failedFuture(new EOFException());
        }
        if (buffer.hasArray()) {
            return CompletableFuture.completedFuture(buffer);
        }
        ByteBuffer copy = ByteBuffer.allocate(range.length());
        copy.put(buffer);
        return CompletableFuture.completedFuture(copy.flip());
    }

    /** Retries a failed read of a remote file in another thread and through other streams than the caller's. */
    private CompletableFuture<ByteBuffer> retried(ByteRange range, Throwable error) {
        IOException failure = StorageErrors.of(location, range, cause(error));
        return local ? CompletableFuture.failedFuture(failure) : retries.readLater(range, failure);
    }

    private static Throwable cause(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException(location + ": the file is closed");
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        retries.stop();
        try {
            IOUtils.cleanupWithLogger(null, failedStreams.toArray(Closeable[]::new));
            stream.close();
        } finally {
            // Some streams never complete their unfinished reads.
            for (CompletableFuture<ByteBuffer> future : pending) {
                future.completeExceptionally(new IOException(location + ": closed while reading"));
            }
        }
    }
}
