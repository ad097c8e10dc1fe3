package io.pq2.hadoop.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.io.ByteRange;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.junit.jupiter.api.Test;

/** Tests responses of streams that local files do not give. */
class HadoopRangeSourceTest {

    private static final List<ByteRange> RANGES = List.of(new ByteRange(10, 5), new ByteRange(100, 7));

    /** A stream whose bytes equal their offset modulo 256. */
    private static class PlainStream extends FSInputStream {

        private long position;

        @Override
        public int read() throws IOException {
            return (int) position++ & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            for (int i = 0; i < length; i++) {
                buffer[offset + i] = (byte) position++;
            }
            return length;
        }

        @Override
        public void seek(long to) {
            position = to;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }
    }

    /** A stream with a given answer to vectored reads. */
    private static final class ScriptedStream extends PlainStream implements StreamCapabilities {

        private final boolean reportsCapability;
        private final Function<FileRange, CompletableFuture<ByteBuffer>> answer;

        ScriptedStream(boolean reportsCapability, Function<FileRange, CompletableFuture<ByteBuffer>> answer) {
            this.reportsCapability = reportsCapability;
            this.answer = answer;
        }

        @Override
        public boolean hasCapability(String capability) {
            return reportsCapability && capability.equals(VECTOREDIO);
        }

        @Override
        public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) {
            ranges.forEach(range -> range.setData(answer.apply(range)));
        }
    }

    /** A stream whose reads throw a given exception. */
    private static final class FailingStream extends PlainStream {

        private final IOException failure;

        FailingStream(IOException failure) {
            this.failure = failure;
        }

        @Override
        public int read() throws IOException {
            throw failure;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            throw failure;
        }
    }

    /**
     * Returns the source of a file. Opening it for the nth time returns the nth stream, or the last one.
     */
    private static HadoopRangeSource source(boolean local, FSInputStream... streams) throws IOException {
        AtomicInteger opened = new AtomicInteger();
        return new HadoopRangeSource(
                "scripted",
                () -> new FSDataInputStream(streams[Math.min(opened.getAndIncrement(), streams.length - 1)]),
                local);
    }

    private static HadoopRangeSource source(Function<FileRange, CompletableFuture<ByteBuffer>> answer)
            throws IOException {
        return source(false, new ScriptedStream(true, answer));
    }

    private static ByteBuffer filled(ByteBuffer buffer, FileRange range) {
        for (int i = 0; i < range.getLength(); i++) {
            buffer.put((byte) (range.getOffset() + i));
        }
        return buffer.flip();
    }

    private static void assertReadsRanges(HadoopRangeSource source) {
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
        assertReadsRanges(source(range ->
                CompletableFuture.completedFuture(filled(ByteBuffer.allocateDirect(range.getLength()), range))));
    }

    @Test
    void copiesReadOnlyBuffers() throws IOException {
        assertReadsRanges(source(range -> CompletableFuture.completedFuture(
                filled(ByteBuffer.allocate(range.getLength()), range).asReadOnlyBuffer())));
    }

    @Test
    void takesSlicesOfLargerBuffers() throws IOException {
        assertReadsRanges(source(range -> {
            ByteBuffer large = ByteBuffer.allocate(64);
            large.position(20);
            return CompletableFuture.completedFuture(filled(large.slice(), range));
        }));
    }

    @Test
    void readsSingleRangesFromAStreamWithoutVectoredReads() throws IOException {
        HadoopRangeSource source = source(false, new PlainStream());
        assertThat(source.readAll(RANGES)).allMatch(CompletableFuture::isDone);
        assertReadsRanges(source);
    }

    @Test
    void usesVectoredReadsThatAStreamDoesNotReport() throws IOException {
        HadoopRangeSource source = source(false, new ScriptedStream(false, range -> new CompletableFuture<>()));
        assertThat(source.readAll(RANGES)).hasSize(2).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void readsSmallRangesOfALocalFileInTheCallersThread() throws IOException {
        HadoopRangeSource local = source(true, new ScriptedStream(true, range -> {
            throw new AssertionError("requested a vectored read");
        }));
        assertThat(local.readAll(RANGES)).allMatch(CompletableFuture::isDone);
        assertReadsRanges(local);
    }

    @Test
    void readsLargeRangesOfALocalFileAsynchronously() throws IOException {
        HadoopRangeSource local = source(true, new ScriptedStream(true, range -> new CompletableFuture<>()));
        assertThat(local.readAll(List.of(new ByteRange(0, 1 << 19), new ByteRange(1 << 20, 1 << 20))))
                .hasSize(2)
                .noneMatch(CompletableFuture::isDone);
    }

    @Test
    void retriesAFailedRangeWithANewStream() throws IOException {
        IOException failure = new IOException("connection reset");
        HadoopRangeSource source = source(false, new FailingStream(failure), new PlainStream());
        for (ByteRange range : RANGES) {
            assertThat(source.read(range).get(0)).isEqualTo((byte) range.offset());
        }
        assertReadsRanges(source(
                false,
                new ScriptedStream(
                        true,
                        range -> range.getOffset() == 10
                                ? CompletableFuture.failedFuture(failure)
                                : CompletableFuture.completedFuture(
                                        filled(ByteBuffer.allocate(range.getLength()), range))),
                new PlainStream()));
    }

    @Test
    void theErrorOfAFailedRetryNamesRangeCauseAndRemedy() throws IOException {
        FailingStream failing = new FailingStream(new IOException("connection reset"));
        IOException first = new IOException("no answer");
        HadoopRangeSource source =
                source(false, new ScriptedStream(true, range -> CompletableFuture.failedFuture(first)), failing);
        assertThat(source.readAll(RANGES))
                .hasSize(2)
                .allSatisfy(buffer -> assertThatThrownBy(() -> buffer.get(10, TimeUnit.SECONDS))
                        .cause()
                        .isInstanceOf(IOException.class)
                        .hasMessageContainingAll("scripted", "bytes at offset", "connection reset", "Try again")
                        .hasRootCauseMessage("connection reset"));
    }

    @Test
    void doesNotRetryPermanentErrors() throws IOException {
        FileNotFoundException gone = new FileNotFoundException("gone");
        HadoopRangeSource source = source(false, new FailingStream(gone), new PlainStream());
        assertThatThrownBy(() -> source.read(RANGES.get(0))).isSameAs(gone);
        HadoopRangeSource local = source(true, new FailingStream(new IOException("bad disk")), new PlainStream());
        assertThatThrownBy(() -> local.read(RANGES.get(0))).hasMessage("bad disk");
    }

    @Test
    void aBufferThatIsTooShortIsTheEndOfTheFile() throws IOException {
        ScriptedStream stream = new ScriptedStream(
                true, range -> CompletableFuture.completedFuture(ByteBuffer.allocate(range.getLength() - 1)));
        FailingStream atItsEnd = new FailingStream(new EOFException());
        CompletableFuture<ByteBuffer> buffer =
                source(false, stream, atItsEnd).readAll(RANGES).get(1);
        assertThatThrownBy(() -> buffer.get(10, TimeUnit.SECONDS)).cause().isInstanceOf(EOFException.class);
    }

    @Test
    void failsEachFutureIfTheStreamRejectsTheRanges() throws IOException {
        List<CompletableFuture<ByteBuffer>> buffers = source(range -> {
                    throw new IllegalArgumentException("refused");
                })
                .readAll(RANGES);
        assertThat(buffers)
                .hasSize(2)
                .allSatisfy(buffer -> assertThatThrownBy(buffer::get)
                        .isInstanceOf(ExecutionException.class)
                        .cause()
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("scripted")
                        .hasMessageContaining("refused"));
    }

    @Test
    void closingFailsUnfinishedReads() throws IOException {
        HadoopRangeSource source = source(range -> new CompletableFuture<>());
        List<CompletableFuture<ByteBuffer>> buffers = source.readAll(RANGES);
        assertThat(buffers).noneMatch(CompletableFuture::isDone);
        source.close();
        assertThat(buffers)
                .allSatisfy(buffer -> assertThatThrownBy(buffer::get)
                        .cause()
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("closed while reading"));
    }

    @Test
    void aCallerCanCancelAnUnfinishedRead() throws IOException {
        HadoopRangeSource source = source(range -> new CompletableFuture<>());
        CompletableFuture<ByteBuffer> buffer = source.readAll(RANGES).get(0);
        assertThat(buffer.cancel(true)).isTrue();
        source.close();
        assertThat(buffer).isCancelled();
    }
}
