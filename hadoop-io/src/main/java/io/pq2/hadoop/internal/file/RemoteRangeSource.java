package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Reads byte ranges of a file on other machines, several at a time, in the order of the calls. A failed read is retried
 * through new streams ({@link ReadRetries}).
 *
 * <p>Threads of their own wait for the answers. A file system may block a thread that asks for more ranges than it
 * reads at once, and the caller could not decode meanwhile what has arrived.
 *
 * <p>Closing the source fails the futures of unfinished reads. Requests under way may end before their streams are
 * closed, because S3A logs a warning with a stack trace for each request of a stream that is closed before.
 */
public final class RemoteRangeSource implements RangeSource {

    /** The most requests of all readers of a JVM at a time. S3A has 96 threads by default. */
    private static final int REQUESTS_OF_PROCESS = 64;

    /** S3A reads at most this many ranges of a stream at once by default. */
    private static final int RANGES_OF_STREAM = 4;

    /** How long requests under way may take after the source was closed. */
    private static final long GRACE_SECONDS = 5;

    private static final ExecutorService THREADS = FileThreads.create("pq2-requests", REQUESTS_OF_PROCESS);

    private final String location;
    private final StreamOpener opener;
    private final ReadRetries retries;
    private final RemoteRequests requests;
    private final boolean vectored;

    // The fields below are guarded by this.
    private final List<OpenStream> streams = new ArrayList<>();
    private final Queue<Read> waiting = new ArrayDeque<>();
    /** The reads that are waiting or under way. */
    private final Set<CompletableFuture<ByteBuffer>> incomplete = newIdentitySet();
    /** The answers of streams that reads under way wait for. */
    private final Set<CompletableFuture<ByteBuffer>> answers = newIdentitySet();

    private int active;
    private long activeBytes;
    private boolean closed;
    /** Whether unfinished requests are no longer waited for. */
    private boolean aborted;

    /**
     * Opens the file.
     *
     * @param location the name of the file in messages
     * @param requests the number and length of requests
     */
    public RemoteRangeSource(String location, StreamOpener opener, RemoteRequests requests) throws IOException {
        this.location = location;
        this.opener = opener;
        this.retries = new ReadRetries(location, opener);
        this.requests = requests;
        OpenStream first = new OpenStream(opener.open());
        this.streams.add(first);
        this.vectored = isVectored(first.stream);
    }

    private static Set<CompletableFuture<ByteBuffer>> newIdentitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
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

    /** A stream and the number of ranges that are being read through it. */
    private static final class OpenStream {
        private final FSDataInputStream stream;
        private int active;
        /** Whether a read through it has failed. It is not used for further ranges. */
        private boolean failed;

        OpenStream(FSDataInputStream stream) {
            this.stream = stream;
        }
    }

    /** A range that was asked for. */
    private record Read(ByteRange range, CompletableFuture<ByteBuffer> future) {}

    @Override
    public int requestBytes() {
        return requests.bytes();
    }

    @Override
    public ByteBuffer read(ByteRange range) throws IOException {
        synchronized (this) {
            if (closed) {
                throw closedError();
            }
        }
        return bytes(range, false);
    }

    private IOException closedError() {
        return new IOException(location + ": the file is closed");
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> ranges) {
        List<CompletableFuture<ByteBuffer>> buffers = new ArrayList<>(ranges.size());
        synchronized (this) {
            for (ByteRange range : ranges) {
                if (closed) {
                    buffers.add(CompletableFuture.failedFuture(closedError()));
                } else if (range.length() == 0) {
                    // Some streams reject empty ranges.
                    buffers.add(CompletableFuture.completedFuture(ByteBuffer.allocate(0)));
                } else {
                    Read read = new Read(range, new CompletableFuture<>());
                    waiting.add(read);
                    incomplete.add(read.future());
                    buffers.add(read.future());
                }
            }
            start();
        }
        return buffers;
    }

    /** Gives waiting reads to threads, as many as may be under way. */
    private synchronized void start() {
        while (!waiting.isEmpty()
                && requests.allow(active, activeBytes, waiting.element().range().length())) {
            Read read = waiting.remove();
            active++;
            activeBytes += read.range().length();
            THREADS.execute(() -> run(read));
        }
    }

    private void run(Read read) {
        ByteBuffer bytes = null;
        Throwable failure = null;
        try {
            // The caller may have cancelled it.
            bytes = read.future().isDone() ? null : bytes(read.range(), vectored);
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
        forget(incomplete, read.future());
        synchronized (this) {
            active--;
            activeBytes -= read.range().length();
            start();
        }
        if (failure != null) {
            read.future().completeExceptionally(failure);
        } else if (bytes != null) {
            read.future().complete(bytes);
        }
    }

    private ByteBuffer bytes(ByteRange range, boolean asVector) throws IOException {
        OpenStream stream = null;
        IOException failure;
        try {
            stream = acquire();
            ByteBuffer bytes = asVector ? readVectored(stream.stream, range) : readPositioned(stream.stream, range);
            release(stream, false);
            return bytes;
        } catch (IOException | RuntimeException | FSError e) {
            failure = StorageErrors.of(location, range, e);
            if (stream != null) {
                release(stream, true);
            }
        }
        return retries.read(range, failure);
    }

    private static ByteBuffer readPositioned(FSDataInputStream stream, ByteRange range) throws IOException {
        ByteBuffer buffer = RangeSource.allocate(range.length());
        stream.readFully(range.offset(), buffer.array(), buffer.arrayOffset(), range.length());
        return buffer;
    }

    private ByteBuffer readVectored(FSDataInputStream stream, ByteRange range) throws IOException {
        FileRange request = FileRange.createFileRange(range.offset(), range.length());
        stream.readVectored(List.of(request), ByteBuffer::allocate);
        CompletableFuture<ByteBuffer> answer = request.getData();
        synchronized (this) {
            if (aborted) {
                throw closedError();
            }
            answers.add(answer);
        }
        try {
            return HeapBuffers.of(range, RangeSource.await(answer));
        } finally {
            forget(answers, answer);
        }
    }

    @SuppressWarnings("CollectionUndefinedEquality") // Futures are compared by identity, as intended.
    private synchronized void forget(Set<CompletableFuture<ByteBuffer>> from, CompletableFuture<ByteBuffer> future) {
        from.remove(future);
    }

    /** Returns a stream that can read one more range. */
    private OpenStream acquire() throws IOException {
        synchronized (this) {
            if (closed) {
                throw closedError();
            }
            for (OpenStream stream : streams) {
                // Positioned reads have no limit for a stream.
                if (!stream.failed && (!vectored || stream.active < RANGES_OF_STREAM)) {
                    stream.active++;
                    return stream;
                }
            }
        }
        OpenStream opened = new OpenStream(opener.open());
        opened.active = 1;
        synchronized (this) {
            if (!closed) {
                streams.add(opened);
                return opened;
            }
        }
        opened.stream.close();
        throw closedError();
    }

    private void release(OpenStream stream, boolean failed) {
        boolean unused;
        synchronized (this) {
            stream.active--;
            stream.failed |= failed;
            unused = closed && stream.active == 0 && streams.remove(stream);
        }
        if (unused) {
            try {
                stream.stream.close();
            } catch (IOException e) {
                // Nobody needs it any more.
            }
        }
    }

    @Override
    public void close() throws IOException {
        List<OpenStream> unused;
        List<CompletableFuture<ByteBuffer>> unread;
        boolean reading;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            waiting.clear();
            unused = streams.stream().filter(stream -> stream.active == 0).toList();
            streams.removeAll(unused);
            reading = !streams.isEmpty();
            unread = List.copyOf(incomplete);
        }
        retries.stop();
        if (reading) {
            CompletableFuture.delayedExecutor(GRACE_SECONDS, TimeUnit.SECONDS).execute(this::abort);
        }
        try {
            closeAll(unused);
        } finally {
            for (CompletableFuture<ByteBuffer> future : unread) {
                future.completeExceptionally(closedWhileReading());
            }
        }
    }

    private IOException closedWhileReading() {
        return new IOException(location + ": closed while reading");
    }

    /** Closes the streams that still read after the source was closed. */
    private void abort() {
        List<OpenStream> reading;
        List<CompletableFuture<ByteBuffer>> unanswered;
        synchronized (this) {
            aborted = true;
            reading = List.copyOf(streams);
            streams.clear();
            unanswered = List.copyOf(answers);
        }
        try {
            closeAll(reading);
        } catch (IOException e) {
            // Nobody needs them any more.
        }
        // Some streams never complete their unfinished reads.
        for (CompletableFuture<ByteBuffer> answer : unanswered) {
            answer.completeExceptionally(closedWhileReading());
        }
    }

    private static void closeAll(List<OpenStream> streams) throws IOException {
        IOException failure = null;
        for (OpenStream stream : streams) {
            try {
                stream.stream.close();
            } catch (IOException e) {
                // A stream that has failed is broken already.
                failure = failure == null && !stream.failed ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
