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

/** A file in memory that records the requested byte ranges. It can delay the completion of vectored reads. */
final class RequestedRanges implements InputFile {

    private final byte[] bytes;
    private final List<ByteRange> ranges = new ArrayList<>();
    private final List<Runnable> delayed = new ArrayList<>();
    private long delayedFrom = Long.MAX_VALUE;
    private int requestCost = RangeSource.REQUEST_COST;
    private int requestBytes = Integer.MAX_VALUE;
    private int calls;

    RequestedRanges(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Sets the cost of a request, in bytes that can be read in the same time. */
    void requestCost(int cost) {
        requestCost = cost;
    }

    /** Makes this a remote file. Ranges with more than this number of bytes are read by several requests. */
    void requestBytes(int bytes) {
        requestBytes = bytes;
    }

    /** Returns the number of calls that requested ranges together. */
    int calls() {
        return calls;
    }

    /** Delays vectored reads of ranges at or after an offset until {@link #release}. */
    void delayFrom(long offset) {
        delayedFrom = offset;
    }

    /** Completes all delayed reads and returns their number. */
    int release() {
        List<Runnable> all = new ArrayList<>(delayed);
        delayed.clear();
        all.forEach(Runnable::run);
        return all.size();
    }

    /** Forgets the requests so far. */
    void forget() {
        ranges.clear();
        calls = 0;
    }

    /** Returns the number of requested bytes from an offset to another one (exclusive). */
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
            public int requestBytes() {
                return requestBytes;
            }

            @Override
            public ByteBuffer read(ByteRange range) {
                ranges.add(range);
                byte[] part = Arrays.copyOfRange(bytes, (int) range.offset(), (int) range.end());
                return RangeSource.allocate(part.length).put(part).flip();
            }

            @Override
            public List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> requests) {
                calls++;
                List<CompletableFuture<ByteBuffer>> buffers = new ArrayList<>();
                for (ByteRange range : requests) {
                    ByteBuffer buffer = read(range);
                    CompletableFuture<ByteBuffer> future = new CompletableFuture<>();
                    if (range.offset() >= delayedFrom) {
                        delayed.add(() -> future.complete(buffer));
                    } else {
                        future.complete(buffer);
                    }
                    buffers.add(future);
                }
                return buffers;
            }

            @Override
            public void close() throws IOException {
                // Nothing to close.
            }
        };
    }
}
