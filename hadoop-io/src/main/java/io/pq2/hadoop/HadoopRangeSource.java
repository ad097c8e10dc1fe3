package io.pq2.hadoop;

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

/** An open Hadoop stream. Closing it ends the reads that are under way and fails their futures. */
final class HadoopRangeSource implements RangeSource {

    /** So many bytes of a local file are there sooner than another thread that is to read them. */
    private static final int LITTLE_BYTES = 1 << 20;

    private final String location;
    private final FSDataInputStream stream;
    private final boolean local;
    private final boolean vectored;
    private final boolean checksummed;
    /** What was asked for and is not complete; not more, so that no buffer is held that its reader has dropped. */
    private final Set<CompletableFuture<ByteBuffer>> outstanding = ConcurrentHashMap.newKeySet();

    private boolean closed;

    /** @param local whether the file is one of this machine */
    HadoopRangeSource(String location, FSDataInputStream stream, boolean local) {
        this.location = location;
        this.stream = stream;
        this.local = local;
        this.vectored = stream.hasCapability(StreamCapabilities.VECTOREDIO);
        this.checksummed = stream.getWrappedStream() instanceof FSInputChecker;
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
                stream.seek(range.offset());
                stream.readFully(bytes);
            } else {
                stream.readFully(range.offset(), bytes, 0, bytes.length);
            }
        } catch (EOFException e) {
            throw endOfFile(range, e);
        } catch (FSError e) {
            throw new IOException(location + ": " + e.getMessage(), e);
        }
        return ByteBuffer.wrap(bytes);
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
                stream.readVectored(requests, ByteBuffer::allocate);
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
                buffers.add(CompletableFuture.failedFuture(translate(range, failure)));
            } else {
                buffers.add(remembered(data.handle((buffer, error) -> received(range, buffer, error))));
            }
        }
        return buffers;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // Each future is equal to itself alone, as it is meant here.
    private CompletableFuture<ByteBuffer> remembered(CompletableFuture<ByteBuffer> buffer) {
        outstanding.add(buffer);
        return buffer.whenComplete((bytes, error) -> outstanding.remove(buffer));
    }

    private ByteBuffer received(ByteRange range, ByteBuffer buffer, Throwable error) {
        if (error != null) {
            throw new CompletionException(translate(range, error));
        }
        if (buffer.remaining() != range.length()) {
            throw new CompletionException(endOfFile(range, null));
        }
        if (buffer.hasArray()) {
            return buffer;
        }
        ByteBuffer copy = ByteBuffer.allocate(range.length());
        copy.put(buffer);
        return copy.flip();
    }

    private Exception translate(ByteRange range, Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof EOFException) {
            return endOfFile(range, cause);
        }
        if (cause instanceof IOException io) {
            return io;
        }
        return new IOException(
                location + ": reading " + range.length() + " bytes at offset " + range.offset() + " failed: " + cause,
                cause);
    }

    private EOFException endOfFile(ByteRange range, Throwable cause) {
        EOFException failure = new EOFException(location + ": the file ends before the range of " + range.length()
                + " bytes at offset " + range.offset() + " does");
        failure.initCause(cause);
        return failure;
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
        try {
            stream.close();
        } finally {
            // Not every stream completes what it cannot finish any more.
            for (CompletableFuture<ByteBuffer> future : outstanding) {
                future.completeExceptionally(new IOException(location + ": closed while reading"));
            }
        }
    }
}
