package io.pq2.internal.io;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Byte ranges that somebody wants, and the fewer, longer ranges by which they are requested: one request costs a seek or a
 * round trip, so reading a gap over is often cheaper than a second request.
 *
 * @param wanted what is wanted, in the order in which it was asked for
 * @param requests what to read, ordered by offset, without overlaps
 * @param requestOf for each wanted range the index of the request that contains it
 */
public record CoalescedRanges(List<ByteRange> wanted, List<ByteRange> requests, List<Integer> requestOf) {

    public CoalescedRanges {
        wanted = List.copyOf(wanted);
        requests = List.copyOf(requests);
        requestOf = List.copyOf(requestOf);
    }

    /**
     * Merges ranges that lie close together. Ranges that overlap are merged always.
     *
     * @param wanted the ranges, in any order
     * @param gap the greatest number of needless bytes to read between two ranges
     * @param maxRequestBytes a request does not grow beyond this by merging; a wanted range that is longer stays whole
     */
    public static CoalescedRanges of(List<ByteRange> wanted, int gap, int maxRequestBytes) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong(i -> wanted.get(i).offset()));
        List<ByteRange> requests = new ArrayList<>();
        List<Integer> requestOf = new ArrayList<>(Collections.nCopies(wanted.size(), 0));
        ByteRange open = null;
        for (int index : order) {
            ByteRange range = wanted.get(index);
            ByteRange merged = open == null ? null : merge(open, range, gap, maxRequestBytes);
            if (merged == null) {
                requests.add(range);
                open = range;
            } else {
                requests.set(requests.size() - 1, merged);
                open = merged;
            }
            requestOf.set(index, requests.size() - 1);
        }
        return new CoalescedRanges(wanted, requests, requestOf);
    }

    /** One range for two, the second of which does not start before the first; null if they are better read apart. */
    private static ByteRange merge(ByteRange first, ByteRange second, int gap, int maxRequestBytes) {
        long end = Math.max(first.end(), second.end());
        long length = end - first.offset();
        boolean overlap = second.offset() < first.end();
        boolean close = second.offset() - first.end() <= gap && length <= maxRequestBytes;
        return (overlap || close) && length <= Integer.MAX_VALUE - RangeSource.SLACK
                ? new ByteRange(first.offset(), (int) length)
                : null;
    }

    /** How many bytes all requests read together. */
    public long requestedBytes() {
        long bytes = 0;
        for (ByteRange request : requests) {
            bytes += request.length();
        }
        return bytes;
    }
}
