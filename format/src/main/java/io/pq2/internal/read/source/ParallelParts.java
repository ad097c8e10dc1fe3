package io.pq2.internal.read.source;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads long byte ranges of a file in parts. A long range is cut into parts of about equal length. All parts are
 * requested at once. Each is copied to the buffer of its range when it arrives.
 *
 * @param ranges the ranges
 * @param parts the parts of all ranges, in the order of the ranges
 * @param firstPart by range: the index of its first part, and after the last range the number of parts
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ParallelParts(List<ByteRange> ranges, List<ByteRange> parts, int[] firstPart) {

    /**
     * Cuts ranges.
     *
     * @param partBytes the largest length of a part, at least 1
     */
    static ParallelParts of(List<ByteRange> ranges, int partBytes) {
        List<ByteRange> parts = new ArrayList<>(ranges.size());
        int[] firstPart = new int[ranges.size() + 1];
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            long count = Math.max(1, ((long) range.length() + partBytes - 1) / partBytes);
            for (long part = 0; part < count; part++) {
                int from = (int) (range.length() * part / count);
                int to = (int) (range.length() * (part + 1) / count);
                parts.add(count == 1 ? range : new ByteRange(range.offset() + from, to - from));
            }
            firstPart[i + 1] = parts.size();
        }
        return new ParallelParts(ranges, parts, firstPart);
    }

    /** Requests all parts. Returns a future per range, as {@link RangeSource#readAll} does. */
    List<CompletableFuture<ByteBuffer>> read(RangeSource source) {
        List<CompletableFuture<ByteBuffer>> buffers = source.readAll(parts);
        if (parts.size() == ranges.size()) {
            return buffers;
        }
        List<CompletableFuture<ByteBuffer>> whole = new ArrayList<>(ranges.size());
        for (int i = 0; i < ranges.size(); i++) {
            List<CompletableFuture<ByteBuffer>> ofRange = buffers.subList(firstPart[i], firstPart[i + 1]);
            whole.add(ofRange.size() == 1 ? ofRange.get(0) : join(i, ofRange));
        }
        return whole;
    }

    /** Copies parts to one buffer as they arrive. They do not overlap, so that several threads can copy at a time. */
    private CompletableFuture<ByteBuffer> join(int range, List<CompletableFuture<ByteBuffer>> ofRange) {
        ByteBuffer whole = RangeSource.allocate(ranges.get(range).length());
        List<CompletableFuture<Void>> copies = new ArrayList<>(ofRange.size());
        for (int i = 0; i < ofRange.size(); i++) {
            ByteRange part = parts.get(firstPart[range] + i);
            int offset = (int) (part.offset() - ranges.get(range).offset());
            copies.add(ofRange.get(i).thenAccept(bytes -> whole.put(offset, bytes, bytes.position(), part.length())));
        }
        return CompletableFuture.allOf(copies.toArray(CompletableFuture[]::new)).thenApply(all -> whole);
    }
}
