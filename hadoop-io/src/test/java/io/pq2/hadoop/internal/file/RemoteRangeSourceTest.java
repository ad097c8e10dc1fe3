package io.pq2.hadoop.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.io.ByteRange;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.junit.jupiter.api.Test;

/** Tests how remote files are read: in parallel, with retries, and until the source is closed. */
class RemoteRangeSourceTest {

    private static final int REQUESTS = 3;
    private static final int REQUEST_BYTES = 1000;
    private static final List<ByteRange> RANGES = List.of(new ByteRange(10, 5), new ByteRange(100, 7));

    /**
     * Returns the source of a file. Opening it for the nth time returns the nth stream, or the last one.
     */
    private static RemoteRangeSource source(FSInputStream... streams) throws IOException {
        AtomicInteger opened = new AtomicInteger();
        return new RemoteRangeSource(
                "scripted",
                () -> new FSDataInputStream(streams[Math.min(opened.getAndIncrement(), streams.length - 1)]),
                new RemoteRequests(REQUESTS, REQUEST_BYTES));
    }

    private static RemoteRangeSource source(Function<FileRange, CompletableFuture<ByteBuffer>> answer)
            throws IOException {
        return source(new Streams.ScriptedStream(true, answer));
    }

    private static void assertReadsRanges(RemoteRangeSource source) {
        List<CompletableFuture<ByteBuffer>> buffers = source.readAll(RANGES);
        for (int r = 0; r < RANGES.size(); r++) {
            ByteBuffer buffer = buffers.get(r).join();
            assertThat(buffer.hasArray()).isTrue();
            assertThat(buffer.remaining()).isEqualTo(RANGES.get(r).length());
            assertThat(buffer.get(buffer.position()))
                    .isEqualTo((byte) RANGES.get(r).offset());
        }
    }

    @Test
    void copiesDirectBuffersToTheHeap() throws IOException {
        assertReadsRanges(source(range -> CompletableFuture.completedFuture(
                Streams.filled(ByteBuffer.allocateDirect(range.getLength()), range))));
    }

    @Test
    void copiesReadOnlyBuffers() throws IOException {
        assertReadsRanges(source(range -> CompletableFuture.completedFuture(
                Streams.filled(ByteBuffer.allocate(range.getLength()), range).asReadOnlyBuffer())));
    }

    @Test
    void takesSlicesOfLargerBuffers() throws IOException {
        assertReadsRanges(source(range -> {
            ByteBuffer large = ByteBuffer.allocate(64);
            large.position(20);
            return CompletableFuture.completedFuture(Streams.filled(large.slice(), range));
        }));
    }

    @Test
    void readsSingleRangesFromAStreamWithoutVectoredReads() throws IOException {
        RemoteRangeSource source = source(new Streams.PlainStream());
        assertReadsRanges(source);
    }

    @Test
    void usesVectoredReadsThatAStreamDoesNotReport() throws IOException {
        RemoteRangeSource source = source(new Streams.ScriptedStream(false, range -> new CompletableFuture<>()));
        assertThat(source.readAll(RANGES)).hasSize(2).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void retriesAFailedRangeWithANewStream() throws IOException {
        IOException failure = new IOException("connection reset");
        RemoteRangeSource source = source(new Streams.FailingStream(failure), new Streams.PlainStream());
        for (ByteRange range : RANGES) {
            assertThat(source.read(range).get(0)).isEqualTo((byte) range.offset());
        }
        assertReadsRanges(source(
                new Streams.ScriptedStream(
                        true,
                        range -> range.getOffset() == 10
                                ? CompletableFuture.failedFuture(failure)
                                : CompletableFuture.completedFuture(
                                        Streams.filled(ByteBuffer.allocate(range.getLength()), range))),
                new Streams.PlainStream()));
    }

    @Test
    void theErrorOfAFailedRetryNamesRangeCauseAndRemedy() throws IOException {
        Streams.FailingStream failing = new Streams.FailingStream(new IOException("connection reset"));
        IOException first = new IOException("no answer");
        RemoteRangeSource source =
                source(new Streams.ScriptedStream(true, range -> CompletableFuture.failedFuture(first)), failing);
        assertThat(source.readAll(RANGES))
                .hasSize(2)
                .allSatisfy(buffer -> assertThatThrownBy(() -> buffer.get(10, TimeUnit.SECONDS))
                        .cause()
                        .isInstanceOf(IOException.class)
                        .hasMessageContainingAll("scripted", "bytes at offset", "connection reset", "Try again"));
    }

    @Test
    void doesNotRetryPermanentErrors() throws IOException {
        FileNotFoundException gone = new FileNotFoundException("gone");
        RemoteRangeSource source = source(new Streams.FailingStream(gone), new Streams.PlainStream());
        assertThatThrownBy(() -> source.read(RANGES.get(0))).isSameAs(gone);
    }

    @Test
    void aBufferThatIsTooShortIsTheEndOfTheFile() throws IOException {
        Streams.ScriptedStream stream = new Streams.ScriptedStream(
                true, range -> CompletableFuture.completedFuture(ByteBuffer.allocate(range.getLength() - 1)));
        Streams.FailingStream atItsEnd = new Streams.FailingStream(new EOFException());
        CompletableFuture<ByteBuffer> buffer =
                source(stream, atItsEnd).readAll(RANGES).get(1);
        assertThatThrownBy(() -> buffer.get(10, TimeUnit.SECONDS)).cause().isInstanceOf(EOFException.class);
    }

    @Test
    void readsRangesThatAStreamRejectsThroughAnotherStream() throws IOException {
        AtomicInteger opened = new AtomicInteger();
        Streams.ScriptedStream rejecting = new Streams.ScriptedStream(true, range -> {
            throw new IllegalArgumentException("refused");
        });
        assertReadsRanges(new RemoteRangeSource(
                "scripted",
                () -> new FSDataInputStream(opened.getAndIncrement() == 0 ? rejecting : new Streams.PlainStream()),
                new RemoteRequests(REQUESTS, REQUEST_BYTES)));
    }

    @Test
    void readsAFewRangesAtATimeInTheirOrder()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Map<Long, CompletableFuture<ByteBuffer>> answers = new ConcurrentHashMap<>();
        BlockingQueue<Long> requested = new LinkedBlockingQueue<>();
        RemoteRangeSource source = source(range -> {
            CompletableFuture<ByteBuffer> answer = new CompletableFuture<>();
            answers.put(range.getOffset(), answer);
            requested.add(range.getOffset());
            return answer;
        });
        List<ByteRange> ranges =
                LongStream.range(0, 10).mapToObj(i -> new ByteRange(i * 10, 4)).toList();
        List<CompletableFuture<ByteBuffer>> buffers = source.readAll(ranges);
        Set<Long> first = new HashSet<>();
        for (int i = 0; i < REQUESTS; i++) {
            first.add(requested.poll(10, TimeUnit.SECONDS));
        }
        assertThat(first).containsExactlyInAnyOrder(0L, 10L, 20L);
        assertThat(requested).isEmpty();
        for (long next = 30; next < 100; next += 10) {
            answers.get(next - 30).complete(ByteBuffer.allocate(4));
            assertThat(requested.poll(10, TimeUnit.SECONDS)).isEqualTo(next);
        }
        for (long last = 70; last < 100; last += 10) {
            answers.get(last).complete(ByteBuffer.allocate(4));
        }
        for (CompletableFuture<ByteBuffer> buffer : buffers) {
            assertThat(buffer.get(10, TimeUnit.SECONDS).remaining()).isEqualTo(4);
        }
        source.close();
    }

    /** Requests under way have at most 8 times the bytes of one. */
    @Test
    void readsFewerLongRangesAtATime() throws IOException, InterruptedException {
        BlockingQueue<CompletableFuture<ByteBuffer>> requested = new LinkedBlockingQueue<>();
        Streams.ScriptedStream stream = new Streams.ScriptedStream(true, range -> {
            CompletableFuture<ByteBuffer> answer = new CompletableFuture<>();
            requested.add(answer);
            return answer;
        });
        RemoteRangeSource source = new RemoteRangeSource(
                "scripted", () -> new FSDataInputStream(stream), new RemoteRequests(9, REQUEST_BYTES));
        int length = 3 * REQUEST_BYTES;
        source.readAll(LongStream.range(0, 3)
                .mapToObj(i -> new ByteRange(i * length, length))
                .toList());
        CompletableFuture<ByteBuffer> first = requested.poll(10, TimeUnit.SECONDS);
        assertThat(requested.poll(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(requested.poll(100, TimeUnit.MILLISECONDS)).isNull();
        first.complete(ByteBuffer.allocate(length));
        assertThat(requested.poll(10, TimeUnit.SECONDS)).isNotNull();
        source.close();
    }

    @Test
    void opensMoreStreamsThanOneForManyRanges() throws IOException, InterruptedException {
        AtomicInteger opened = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(9);
        RemoteRangeSource source = new RemoteRangeSource(
                "scripted",
                () -> {
                    opened.incrementAndGet();
                    return new FSDataInputStream(new Streams.ScriptedStream(true, range -> {
                        all.countDown();
                        return new CompletableFuture<>();
                    }));
                },
                new RemoteRequests(9, REQUEST_BYTES));
        List<CompletableFuture<ByteBuffer>> buffers = source.readAll(
                LongStream.range(0, 20).mapToObj(i -> new ByteRange(i * 10, 4)).toList());
        assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
        // A stream reads 4 ranges at a time. Threads that find all streams in use at the same time open one each.
        assertThat(opened).hasValueBetween(3, 8);
        source.close();
        assertThat(buffers).allMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void closingFailsUnfinishedReads() throws IOException {
        RemoteRangeSource source = source(range -> new CompletableFuture<>());
        List<CompletableFuture<ByteBuffer>> buffers = source.readAll(RANGES);
        assertThat(buffers).noneMatch(CompletableFuture::isDone);
        source.close();
        assertThat(buffers)
                .allSatisfy(buffer -> assertThatThrownBy(buffer::get)
                        .cause()
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("closed while reading"));
    }

    /** S3A logs a warning with a stack trace for each request of a stream that is closed before. */
    @Test
    void requestsUnderWayEndBeforeTheirStreamIsClosed()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<ByteBuffer> answer = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        ClosingStream stream = new ClosingStream(range -> {
            asked.countDown();
            return answer;
        });
        RemoteRangeSource source = source(stream);
        source.readAll(RANGES.subList(0, 1));
        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        source.close();
        assertThat(stream.closed).isNotDone();
        answer.complete(ByteBuffer.allocate(5));
        stream.closed.get(10, TimeUnit.SECONDS);
    }

    @Test
    void streamsThatDoNotAnswerAreClosedAfterSomeSeconds()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        CountDownLatch asked = new CountDownLatch(1);
        ClosingStream stream = new ClosingStream(range -> {
            asked.countDown();
            return new CompletableFuture<>();
        });
        RemoteRangeSource source = source(stream);
        source.readAll(RANGES.subList(0, 1));
        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        source.close();
        stream.closed.get(20, TimeUnit.SECONDS);
    }

    /** A scripted stream that tells when it is closed. */
    private static final class ClosingStream extends Streams.ScriptedStream {

        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        ClosingStream(Function<FileRange, CompletableFuture<ByteBuffer>> answer) {
            super(true, answer);
        }

        @Override
        public void close() throws IOException {
            super.close();
            closed.complete(null);
        }
    }

    @Test
    void aCallerCanCancelAnUnfinishedRead() throws IOException {
        RemoteRangeSource source = source(range -> new CompletableFuture<>());
        CompletableFuture<ByteBuffer> buffer = source.readAll(RANGES).get(0);
        assertThat(buffer.cancel(true)).isTrue();
        source.close();
        assertThat(buffer).isCancelled();
    }
}
