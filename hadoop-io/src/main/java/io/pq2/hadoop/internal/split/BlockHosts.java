package io.pq2.hadoop.internal.split;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;

/** Which hosts have which bytes of a file. */
public final class BlockHosts {

    /** How many hosts are named. */
    private static final int MAX_HOSTS = 3;

    private final long[] starts;
    private final long[] ends;
    private final List<List<String>> hosts = new ArrayList<>();

    /** @param blocks in any order */
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

    /** The hosts that have most of some ranges, which are pairs of the first byte and the one behind the last. */
    public List<String> of(long... ranges) {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < ranges.length; i += 2) {
            least = Math.min(least, ranges[i]);
            most = Math.max(most, ranges[i + 1]);
        }
        int first = block(least);
        if (first < starts.length && starts[first] <= least && most <= ends[first]) {
            return most(hosts.get(first));
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
        return most(bytes);
    }

    /** The first block that ends behind a byte. */
    private int block(long offset) {
        int found = Arrays.binarySearch(ends, offset);
        return found < 0 ? -(found + 1) : found + 1;
    }

    /** The hosts with the most bytes, the one with the most first. */
    public static List<String> most(Map<String, Long> bytesByHost) {
        return bytesByHost.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_HOSTS)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> most(List<String> hosts) {
        return hosts.size() <= MAX_HOSTS ? hosts : List.copyOf(hosts.subList(0, MAX_HOSTS));
    }
}
