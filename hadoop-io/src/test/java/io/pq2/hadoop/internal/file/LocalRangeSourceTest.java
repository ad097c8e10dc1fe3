package io.pq2.hadoop.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.io.ByteRange;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.junit.jupiter.api.Test;

/** Tests how files on a local disk are read: small ranges by the caller, without retries. */
class LocalRangeSourceTest {

    private static final List<ByteRange> RANGES = List.of(new ByteRange(10, 5), new ByteRange(100, 7));

    private static LocalRangeSource source(FSInputStream stream) throws IOException {
        return new LocalRangeSource("scripted", () -> new FSDataInputStream(stream));
    }

    @Test
    void readsSmallRangesOfALocalFileInTheCallersThread() throws IOException {
        LocalRangeSource local = source(new Streams.ScriptedStream(true, range -> {
            throw new AssertionError("requested a vectored read");
        }));
        assertThat(local.readAll(RANGES)).allMatch(CompletableFuture::isDone);
        assertThat(local.read(RANGES.get(1)).get(0)).isEqualTo((byte) 100);
    }

    @Test
    void readsLargeRangesOfALocalFileAsynchronously() throws IOException {
        LocalRangeSource local = source(new Streams.ScriptedStream(true, range -> new CompletableFuture<>()));
        assertThat(local.readAll(List.of(new ByteRange(0, 1 << 19), new ByteRange(1 << 20, 1 << 20))))
                .hasSize(2)
                .noneMatch(CompletableFuture::isDone);
    }

    @Test
    void doesNotRetry() throws IOException {
        LocalRangeSource local = source(new Streams.FailingStream(new IOException("bad disk")));
        assertThatThrownBy(() -> local.read(RANGES.get(0))).hasMessage("bad disk");
    }

    @Test
    void closingFailsUnfinishedReads() throws IOException {
        LocalRangeSource local = source(new Streams.ScriptedStream(true, range -> new CompletableFuture<>()));
        CompletableFuture<?> buffer =
                local.readAll(List.of(new ByteRange(0, 2 << 20))).get(0);
        local.close();
        assertThatThrownBy(buffer::get)
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed while reading");
    }
}
