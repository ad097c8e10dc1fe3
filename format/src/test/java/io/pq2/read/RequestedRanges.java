package io.pq2.read;

import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A file in memory that remembers which bytes were requested. Some of those that are requested together can be made to wait. */
final class RequestedRanges implements InputFile {

    private final byte[] bytes;
    private final List<ByteRange> ranges = new ArrayList<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private long heldFrom = Long.MAX_VALUE;
    private int requestCost = RangeSource.REQUEST_COST;

    RequestedRanges(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Says that one more request takes as long as reading so many bytes. */
    void requestCost(int cost) {
        requestCost = cost;
    }

    /** Lets what is requested together from now on, and lies behind an offset, wait for {@link #release}. */
    void holdFrom(long offset) {
        heldFrom = offset;
    }

    /** Lets all that waits come, and says how many requests that were. */
    int release() {
        List<Runnable> all = new ArrayList<>(waiting);
        waiting.clear();
        all.forEach(Runnable::run);
        return all.size();
    }

    /** Forgets what was requested so far. */
    void forget() {
        ranges.clear();
    }

    /** How many bytes from one offset to another (exclusive) were requested. */
    long requested(long from, long to) {
        return ranges.stream()
                .mapToLong(range -> Math.max(0, Math.min(to, range.end()) - Math.max(from, range.offset())))
                .sum();
    }

    @Override
    public String location() {
        return "requested ranges";
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public RangeSource open() {
        return new RangeSource() {
            @Override
            public int requestCost() {
                return requestCost;
            }

            @Override
            public ByteBuffer read(ByteRange range) {
                ranges.add(range);
                byte[] part = Arrays.copyOfRange(bytes, (int) range.offset(), (int) range.end());
                return RangeSource.allocate(part.length).put(part).flip();
            }

            @Override
            public List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> wanted) {
                List<CompletableFuture<ByteBuffer>> buffers = new ArrayList<>();
                for (ByteRange range : wanted) {
                    ByteBuffer buffer = read(range);
                    CompletableFuture<ByteBuffer> promised = new CompletableFuture<>();
                    if (range.offset() >= heldFrom) {
                        waiting.add(() -> promised.complete(buffer));
                    } else {
                        promised.complete(buffer);
                    }
                    buffers.add(promised);
                }
                return buffers;
            }

            @Override
            public void close() throws IOException {
                // Nothing is open.
            }
        };
    }
}
