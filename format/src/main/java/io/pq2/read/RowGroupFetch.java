package io.pq2.read;

import io.pq2.io.ByteRange;
import io.pq2.io.CoalescedRanges;
import io.pq2.io.RangeSource;
import io.pq2.page.ColumnChunkBytes;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The column chunks of a row group, requested and perhaps still under way. */
final class RowGroupFetch {

    private final RowGroupPlan rowGroup;
    private final CoalescedRanges ranges;
    private final List<CompletableFuture<ByteBuffer>> buffers;

    /** Requests what the plan of a row group wants. */
    RowGroupFetch(RangeSource source, RowGroupPlan rowGroup, ReadOptions options, ScanMetrics metrics) {
        this.rowGroup = rowGroup;
        List<ByteRange> wanted =
                rowGroup.chunks().stream().map(ChunkPlan::range).toList();
        this.ranges = CoalescedRanges.of(wanted, options.coalesceGap(), options.maxRequestBytes());
        long start = System.nanoTime();
        this.buffers = source.readAll(ranges.requests());
        metrics.countIo(System.nanoTime() - start);
        metrics.countRequests(ranges.requests().size(), ranges.requestedBytes());
    }

    RowGroupPlan rowGroup() {
        return rowGroup;
    }

    /** The bytes of one of the row group's chunks, waited for if they are not there yet. */
    ColumnChunkBytes chunk(int index, ScanMetrics metrics) throws IOException {
        int request = ranges.requestOf().get(index);
        ByteBuffer buffer = await(buffers.get(request), metrics);
        ChunkPlan chunk = rowGroup.chunks().get(index);
        long skipped = chunk.range().offset() - ranges.requests().get(request).offset();
        int start = buffer.arrayOffset() + buffer.position() + (int) skipped;
        return new ColumnChunkBytes(
                chunk.column(),
                chunk.metadata(),
                rowGroup.ordinal(),
                chunk.range().offset(),
                buffer.array(),
                start,
                start + chunk.range().length());
    }

    private static ByteBuffer await(CompletableFuture<ByteBuffer> future, ScanMetrics metrics) throws IOException {
        long start = System.nanoTime();
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for bytes of a file");
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        } finally {
            metrics.countIo(System.nanoTime() - start);
        }
    }

    private static IOException rethrown(Throwable cause) {
        if (cause instanceof UncheckedIOException unchecked) {
            return unchecked.getCause();
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException failure ? failure : new IOException(cause);
    }

    /** Whether nothing is under way any more. */
    boolean isDone() {
        return buffers.stream().allMatch(CompletableFuture::isDone);
    }
}
