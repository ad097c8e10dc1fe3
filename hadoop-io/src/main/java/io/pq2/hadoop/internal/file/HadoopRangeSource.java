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

/**
 * An open Hadoop stream. Closing it ends the reads that are under way and fails their futures. What cannot be read of a file on another
 * machine is read again through other streams.
 */
public final class HadoopRangeSource implements RangeSource {

    /** So many bytes of a local file are there sooner than another thread that is to read them. */
    private static final int LITTLE_BYTES = 1 << 20;

    private final String location;
    private final ReadRetries.Opener opener;
    private final ReadRetries again;
    private final boolean local;
    private final boolean vectored;
    private final boolean checksummed;
    /** What was asked for and is not complete; not more, so that no buffer is held that its reader has dropped. */
    private final Set<CompletableFuture<ByteBuffer>> outstanding = ConcurrentHashMap.newKeySet();

    /** Streams that failed before the one that is read; vectored reads through them may be under way. */
    private final List<FSDataInputStream> left = new ArrayList<>();

    private FSDataInputStream stream;
    private boolean failed;
    private boolean closed;

    /** @param local whether the file is one of this machine */
    public HadoopRangeSource(String location, ReadRetries.Opener opener, boolean local) throws IOException {
        this.location = location;
        this.opener = opener;
        this.again = new ReadRetries(location, opener);
        this.local = local;
        this.stream = opener.open();
        this.vectored = isVectored(stream);
        this.checksummed = stream.getWrappedStream() instanceof FSInputChecker;
    }

    /** Streams say so; the analytics stream of S3A has vectored reads of its own and does not (Hadoop 3.5.0). */
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
                // A positioned read would open the file and its checksums anew, every time.
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
            return again.read(range, failure);
        }
        return ByteBuffer.wrap(bytes);
    }

    /** The stream, or another where it has failed. */
    private FSDataInputStream stream() throws IOException {
        if (failed) {
            left.add(stream);
            stream = opener.open();
            failed = false;
        }
        return stream;
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> ranges) {
        if (!vectored || closed || (local && isLittle(ranges))) {
            return RangeSource.super.readAll(ranges);
        }
        List<FileRange> requests = new ArrayList<>(ranges.size());
        for (ByteRange range : ranges) {
            // Streams differ in whether they take a range without bytes.
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

    private static boolean isLittle(List<ByteRange> ranges) {
        return ranges.stream().mapToLong(ByteRange::length).sum() <= LITTLE_BYTES;
    }

    private List<CompletableFuture<ByteBuffer>> futures(
            List<ByteRange> ranges, List<FileRange> requests, Throwable failure) {
        List<CompletableFuture<ByteBuffer>> buffers = new ArrayList<>(ranges.size());
        int next = 0;
        for (ByteRange range : ranges) {
            if (range.length() == 0) {
                buffers.add(CompletableFuture.completedFuture(ByteBuffer.allocate(0)));
                continue;
            }
            CompletableFuture<ByteBuffer> data = requests.get(next++).getData();
            if (failure != null) {
                // Some ranges may be under way; whoever asked gets none, since one that failed fails the whole request.
                buffers.add(CompletableFuture.failedFuture(StorageErrors.of(location, range, failure)));
            } else {
                buffers.add(remembered(data.thenCompose(buffer -> received(range, buffer))
                        .exceptionallyCompose(error -> failed(range, error))));
            }
        }
        return buffers;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // Each future is equal to itself alone, as it is meant here.
    private CompletableFuture<ByteBuffer> remembered(CompletableFuture<ByteBuffer> buffer) {
        outstanding.add(buffer);
        return buffer.whenComplete((bytes, error) -> outstanding.remove(buffer));
    }

    private static CompletableFuture<ByteBuffer> received(ByteRange range, ByteBuffer buffer) {
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

    /** Leaves the stream to the thread that uses it, and reads through others. */
    private CompletableFuture<ByteBuffer> failed(ByteRange range, Throwable error) {
        IOException failure = StorageErrors.of(location, range, cause(error));
        return local ? CompletableFuture.failedFuture(failure) : again.readLater(range, failure);
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
        again.stop();
        try {
            IOUtils.cleanupWithLogger(null, left.toArray(Closeable[]::new));
            stream.close();
        } finally {
            // Not every stream completes what it cannot finish any more.
            for (CompletableFuture<ByteBuffer> future : outstanding) {
                future.completeExceptionally(new IOException(location + ": closed while reading"));
            }
        }
    }
}
