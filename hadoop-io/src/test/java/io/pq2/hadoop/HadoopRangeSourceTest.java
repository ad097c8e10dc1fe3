package io.pq2.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.io.ByteRange;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.junit.jupiter.api.Test;

/** What streams may answer that the local ones do not. */
class HadoopRangeSourceTest {

    private static final List<ByteRange> RANGES = List.of(new ByteRange(10, 5), new ByteRange(100, 7));

    /** A stream of bytes that are their own offset, answering vectored reads as it is told. */
    private static final class ScriptedStream extends FSInputStream implements StreamCapabilities {

        private final boolean vectored;
        private final Function<FileRange, CompletableFuture<ByteBuffer>> answer;

        ScriptedStream(boolean vectored, Function<FileRange, CompletableFuture<ByteBuffer>> answer) {
            this.vectored = vectored;
            this.answer = answer;
        }

        @Override
        public boolean hasCapability(String capability) {
            return vectored && capability.equals(VECTOREDIO);
        }

        @Override
        public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) {
            ranges.forEach(range -> range.setData(answer.apply(range)));
        }

        @Override
        public int read(long position, byte[] buffer, int offset, int length) {
            for (int i = 0; i < length; i++) {
                buffer[offset + i] = (byte) (position + i);
            }
            return length;
        }

        @Override
        public int read() {
            return -1;
        }

        @Override
        public void seek(long position) {}

        @Override
        public long getPos() {
            return 0;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }
    }

    private static HadoopRangeSource source(Function<FileRange, CompletableFuture<ByteBuffer>> answer) {
        return new HadoopRangeSource("scripted", new FSDataInputStream(new ScriptedStream(true, answer)), false);
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
    void copiesDirectBuffersToTheHeap() {
        assertReadsRanges(source(range ->
                CompletableFuture.completedFuture(filled(ByteBuffer.allocateDirect(range.getLength()), range))));
    }

    @Test
    void copiesReadOnlyBuffers() {
        assertReadsRanges(source(range -> CompletableFuture.completedFuture(
                filled(ByteBuffer.allocate(range.getLength()), range).asReadOnlyBuffer())));
    }

    @Test
    void takesSlicesOfLargerBuffers() {
        assertReadsRanges(source(range -> {
            ByteBuffer large = ByteBuffer.allocate(64);
            large.position(20);
            return CompletableFuture.completedFuture(filled(large.slice(), range));
        }));
    }

    @Test
    void readsRangeByRangeFromAStreamWithoutVectoredReads() {
        FSDataInputStream stream = new FSDataInputStream(new ScriptedStream(false, range -> {
            throw new AssertionError("asked for a vectored read");
        }));
        assertReadsRanges(new HadoopRangeSource("scripted", stream, false));
    }

    @Test
    void readsLittleOfALocalFileAtOnceInTheCallersThread() {
        FSDataInputStream stream = new FSDataInputStream(new ScriptedStream(true, range -> {
            throw new AssertionError("asked for a vectored read");
        }));
        HadoopRangeSource local = new HadoopRangeSource("scripted", stream, true);
        assertThat(local.readAll(RANGES)).allMatch(CompletableFuture::isDone);
        assertReadsRanges(local);
    }

    @Test
    void doesNotWaitForMuchOfALocalFile() {
        FSDataInputStream stream = new FSDataInputStream(new ScriptedStream(true, range -> new CompletableFuture<>()));
        HadoopRangeSource local = new HadoopRangeSource("scripted", stream, true);
        assertThat(local.readAll(List.of(new ByteRange(0, 1 << 19), new ByteRange(1 << 20, 1 << 20))))
                .hasSize(2)
                .noneMatch(CompletableFuture::isDone);
    }

    @Test
    void takesABufferThatIsTooShortForTheEndOfTheFile() {
        CompletableFuture<ByteBuffer> buffer = source(
                        range -> CompletableFuture.completedFuture(ByteBuffer.allocate(range.getLength() - 1)))
                .readAll(RANGES)
                .get(1);
        assertThatThrownBy(() -> buffer.get(1, TimeUnit.SECONDS)).cause().isInstanceOf(EOFException.class);
    }

    @Test
    void failsEachFutureWhenTheStreamRefusesTheRanges() {
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
    void failsWhatTheStreamLeavesOpenWhenClosed() throws IOException {
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
    void letsTheCallerCancelWhatIsUnderWay() throws IOException {
        HadoopRangeSource source = source(range -> new CompletableFuture<>());
        CompletableFuture<ByteBuffer> buffer = source.readAll(RANGES).get(0);
        assertThat(buffer.cancel(true)).isTrue();
        source.close();
        assertThat(buffer).isCancelled();
    }
}
