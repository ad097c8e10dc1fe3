package io.pq2.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;

/**
 * Cuts files by the size of their blocks, without reading them. A row group that crosses a border is read by the task whose
 * split holds its mid-point.
 */
public final class BlockSplitPlanner implements SplitPlanner {

    /** A last split may be this much longer than the others, so that it is not left with a sliver. */
    private static final double SLOP = 1.1;

    private static final int MAX_HOSTS = 3;

    private final long minBytes;
    private final long maxBytes;

    /**
     * Splits are as long as a block is, within these bounds.
     *
     * @param minBytes the least length of a split but the last, positive; it is stronger than {@code maxBytes}
     * @param maxBytes the greatest length of a split but the last, positive
     */
    public BlockSplitPlanner(long minBytes, long maxBytes) {
        if (minBytes <= 0 || maxBytes <= 0) {
            throw new IllegalArgumentException("splits of " + minBytes + " to " + maxBytes + " bytes");
        }
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
    }

    @Override
    public List<Split> plan(FileStatus file, List<BlockLocation> blocks) throws IOException {
        List<Split> splits = new ArrayList<>();
        long fileLength = file.getLen();
        long blockBytes = file.getBlockSize() > 0 ? file.getBlockSize() : Long.MAX_VALUE;
        long splitBytes = Math.max(minBytes, Math.min(maxBytes, blockBytes));
        long start = 0;
        while (start < fileLength) {
            long rest = fileLength - start;
            long length = (double) rest / splitBytes > SLOP ? splitBytes : rest;
            splits.add(new Split(file.getPath(), start, length, fileLength, hosts(blocks, start, start + length)));
            start += length;
        }
        return splits;
    }

    private static List<String> hosts(List<BlockLocation> blocks, long start, long end) throws IOException {
        Map<String, Long> bytesByHost = new HashMap<>();
        for (BlockLocation block : blocks) {
            long overlap = Math.min(end, block.getOffset() + block.getLength()) - Math.max(start, block.getOffset());
            if (overlap > 0) {
                for (String host : block.getHosts()) {
                    bytesByHost.merge(host, overlap, Long::sum);
                }
            }
        }
        return bytesByHost.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_HOSTS)
                .map(Map.Entry::getKey)
                .toList();
    }
}
