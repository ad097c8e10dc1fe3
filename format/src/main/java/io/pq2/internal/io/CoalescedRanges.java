package io.pq2.internal.io;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Byte ranges and the fewer, longer ranges that are requested to read them. A request costs a seek or a round trip,
 * so reading a small gap is often cheaper than a second request.
 *
 * @param ranges ranges to read, in the order of the caller
 * @param requests ranges to request, ordered by offset, without overlaps
 * @param requestOf for each range the index of the request that contains it
 */
public record CoalescedRanges(List<ByteRange> ranges, List<ByteRange> requests, List<Integer> requestOf) {

    public CoalescedRanges {
        ranges = List.copyOf(ranges);
        requests = List.copyOf(requests);
        requestOf = List.copyOf(requestOf);
    }

    /**
     * Coalesces ranges with small gaps, and all ranges that overlap.
     *
     * @param ranges ranges in any order
     * @param maxGap maximum number of unneeded bytes between two ranges of a request
     * @param maxRequestBytes maximum length of a request of several ranges, unless they overlap; a longer range is a
     *     request by itself
     */
    public static CoalescedRanges of(List<ByteRange> ranges, int maxGap, int maxRequestBytes) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong(i -> ranges.get(i).offset()));
        List<ByteRange> requests = new ArrayList<>();
        List<Integer> requestOf = new ArrayList<>(Collections.nCopies(ranges.size(), 0));
        ByteRange last = null;
        for (int index : order) {
            ByteRange range = ranges.get(index);
            ByteRange merged = last == null ? null : merge(last, range, maxGap, maxRequestBytes);
            if (merged == null) {
                requests.add(range);
                last = range;
            } else {
                requests.set(requests.size() - 1, merged);
                last = merged;
            }
            requestOf.set(index, requests.size() - 1);
        }
        return new CoalescedRanges(ranges, requests, requestOf);
    }

    /**
     * Returns a range that covers both, or null if they should be requested separately.
     *
     * @param second starts at or after the start of {@code first}
     */
    private static @Nullable ByteRange merge(ByteRange first, ByteRange second, int maxGap, int maxRequestBytes) {
        long end = Math.max(first.end(), second.end());
        long length = end - first.offset();
        boolean overlap = second.offset() < first.end();
        boolean close = second.offset() - first.end() <= maxGap && length <= maxRequestBytes;
        return (overlap || close) && length <= Integer.MAX_VALUE - RangeSource.SLACK
                ? new ByteRange(first.offset(), (int) length)
                : null;
    }

    /** Returns the total length of the requests in bytes. */
    public long requestedBytes() {
        long bytes = 0;
        for (ByteRange request : requests) {
            bytes += request.length();
        }
        return bytes;
    }
}
