package io.pq2.hadoop.internal.split;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;

/** The hosts that store the bytes of a file. */
public final class BlockHosts {

    /** The maximum number of hosts of a byte range or split. */
    private static final int MAX_HOSTS = 3;

    private final long[] starts;
    private final long[] ends;
    private final List<List<String>> hosts = new ArrayList<>();

    /** Sorts the blocks of a file, which may be in any order. */
    public BlockHosts(List<BlockLocation> blocks) throws IOException {
        List<BlockLocation> sorted = blocks.stream()
                .sorted(Comparator.comparingLong(BlockLocation::getOffset))
                .toList();
        starts = sorted.stream().mapToLong(BlockLocation::getOffset).toArray();
        ends = sorted.stream()
                .mapToLong(block -> SaturatingMath.sum(block.getOffset(), block.getLength()))
                .toArray();
        for (BlockLocation block : sorted) {
            hosts.add(List.of(block.getHosts()));
        }
    }

    /**
     * Returns the hosts that store most bytes of some byte ranges, in descending order of their bytes.
     *
     * @param ranges pairs of the first offset and the offset after the last byte
     */
    public List<String> of(long... ranges) {
        long start = Long.MAX_VALUE;
        long end = 0;
        for (int i = 0; i < ranges.length; i += 2) {
            start = Math.min(start, ranges[i]);
            end = Math.max(end, ranges[i + 1]);
        }
        int first = block(start);
        if (first < starts.length && starts[first] <= start && end <= ends[first]) {
            return limited(hosts.get(first));
        }
        Map<String, Long> bytes = new HashMap<>();
        for (int i = 0; i < ranges.length; i += 2) {
            for (int block = block(ranges[i]); block < starts.length && starts[block] < ranges[i + 1]; block++) {
                long overlap = Math.min(ranges[i + 1], ends[block]) - Math.max(ranges[i], starts[block]);
                if (overlap > 0) {
                    hosts.get(block).forEach(host -> bytes.merge(host, overlap, SaturatingMath::sum));
                }
            }
        }
        return largest(bytes);
    }

    /** Returns the index of the first block that ends after an offset. */
    private int block(long offset) {
        int found = Arrays.binarySearch(ends, offset);
        return found < 0 ? -(found + 1) : found + 1;
    }

    /** Returns the hosts with the most bytes, in descending order of their bytes. */
    public static List<String> largest(Map<String, Long> bytesByHost) {
        return bytesByHost.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_HOSTS)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> limited(List<String> hosts) {
        return hosts.size() <= MAX_HOSTS ? hosts : List.copyOf(hosts.subList(0, MAX_HOSTS));
    }
}
