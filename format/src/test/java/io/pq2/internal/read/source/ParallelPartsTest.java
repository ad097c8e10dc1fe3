package io.pq2.internal.read.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ParallelPartsTest {

    /** A file whose bytes equal their offset modulo 256. Reads complete when the test says so. */
    private static final class LateSource implements RangeSource {

        private final List<ByteRange> requested = new ArrayList<>();
        private final List<CompletableFuture<ByteBuffer>> futures = new ArrayList<>();

        @Override
        public ByteBuffer read(ByteRange range) {
            ByteBuffer buffer = ByteBuffer.allocate(range.length());
            for (int i = 0; i < range.length(); i++) {
                buffer.put((byte) (range.offset() + i));
            }
            return buffer.flip();
        }

        @Override
        public List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> ranges) {
            ranges.forEach(range -> {
                requested.add(range);
                futures.add(new CompletableFuture<>());
            });
            return List.copyOf(futures);
        }

        void complete(int index) {
            futures.get(index).complete(read(requested.get(index)));
        }

        @Override
        public void close() {}
    }

    @Property(tries = 200)
    void rangesAreWholeInWhateverOrderTheirPartsArrive(
            @ForAll @IntRange(min = 1, max = 50) int partBytes, @ForAll Random random) throws IOException {
        List<ByteRange> ranges = new ArrayList<>();
        long offset = 0;
        for (int i = 0; i < 5; i++) {
            ByteRange range = new ByteRange(offset, random.nextInt(200));
            ranges.add(range);
            offset = range.end() + random.nextInt(3);
        }
        LateSource source = new LateSource();
        ParallelParts parts = ParallelParts.of(ranges, partBytes);
        assertThat(parts.parts()).allMatch(part -> part.length() <= partBytes);
        List<CompletableFuture<ByteBuffer>> buffers = parts.read(source);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < source.requested.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        for (int index : order) {
            assertThat(buffers).anyMatch(buffer -> !buffer.isDone());
            source.complete(index);
        }
        for (int i = 0; i < ranges.size(); i++) {
            assertThat(RangeSource.await(buffers.get(i))).isEqualTo(source.read(ranges.get(i)));
        }
    }

    @Test
    void theFailureOfAPartIsThatOfTheRange() {
        LateSource source = new LateSource();
        CompletableFuture<ByteBuffer> buffer =
                ParallelParts.of(List.of(new ByteRange(0, 10)), 5).read(source).get(0);
        IOException failure = new IOException("no answer");
        source.futures.get(1).completeExceptionally(failure);
        source.complete(0);
        assertThatThrownBy(() -> RangeSource.await(buffer)).isSameAs(failure);
    }
}
