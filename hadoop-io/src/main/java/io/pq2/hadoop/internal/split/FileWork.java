package io.pq2.hadoop.internal.split;

import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.hadoop.split.SkippedRowGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * The row groups or byte ranges to read of one file.
 *
 * @param file the status of the file
 * @param runs the row group runs in the order of the file; a single byte range of the whole file if the footer is not
 *     read
 * @param blocks the hosts of the file's bytes; null if the row groups are known
 * @param skipped the row groups that cannot have matching rows
 */
public record FileWork(
        FileStatus file, List<RowGroupRun> runs, @Nullable BlockHosts blocks, SkippedRowGroups skipped) {

    /** The last byte range may be longer than the others by this factor, so that it is not very short. */
    private static final double LAST_RANGE_FACTOR = 1.1;

    /** Returns the number of bytes to read. */
    public long bytes() {
        long bytes = 0;
        for (RowGroupRun run : runs) {
            bytes = SaturatingMath.sum(bytes, run.bytes());
        }
        return bytes;
    }

    /** Returns the whole file as one run; empty if no row groups are read. */
    public List<RowGroupRun> uncut() {
        return runs.size() <= 1 ? runs : List.of(joined(runs));
    }

    /**
     * Cuts the file into pieces of even size.
     *
     * @param maxBytes the maximum number of bytes of a piece of more than one run
     * @param atHosts whether to cut also where the hosts change
     */
    public List<RowGroupRun> cut(long maxBytes, boolean atHosts) {
        if (blocks != null) {
            return ranges(maxBytes, blocks);
        }
        List<RowGroupRun> pieces = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= runs.size(); i++) {
            boolean ends = i == runs.size()
                    || atHosts && !runs.get(i).hosts().equals(runs.get(begin).hosts());
            if (ends) {
                cutEvenly(runs.subList(begin, i), maxBytes, pieces);
                begin = i;
            }
        }
        return pieces;
    }

    private List<RowGroupRun> ranges(long maxBytes, BlockHosts hosts) {
        List<RowGroupRun> ranges = new ArrayList<>();
        long end = file.getLen();
        long start = 0;
        while ((double) (end - start) / maxBytes > LAST_RANGE_FACTOR) {
            ranges.add(RowGroupRun.ofRange(start, start + maxBytes, hosts.of(start, start + maxBytes)));
            start += maxBytes;
        }
        ranges.add(RowGroupRun.ofRange(start, end, hosts.of(start, end)));
        return ranges;
    }

    /** Cuts a group of runs so that each piece is close to an even share of the remaining bytes. */
    private static void cutEvenly(List<RowGroupRun> group, long maxBytes, List<RowGroupRun> pieces) {
        long left = 0;
        for (RowGroupRun run : group) {
            left = SaturatingMath.sum(left, run.bytes());
        }
        long share = share(left, maxBytes);
        long size = 0;
        int begin = 0;
        for (int i = 0; i < group.size(); i++) {
            long bytes = group.get(i).bytes();
            boolean full = SaturatingMath.sum(size, bytes) > maxBytes || SaturatingMath.sum(size, bytes / 2) > share;
            if (i > begin && full) {
                pieces.add(joined(group.subList(begin, i)));
                begin = i;
                left -= size;
                share = share(left, maxBytes);
                size = 0;
            }
            size = SaturatingMath.sum(size, bytes);
        }
        pieces.add(joined(group.subList(begin, group.size())));
    }

    /** Returns the size of a piece when bytes are divided evenly among the smallest possible number of pieces. */
    private static long share(long bytes, long maxBytes) {
        long pieces = Math.max(1, bytes / maxBytes + (bytes % maxBytes == 0 ? 0 : 1));
        return bytes / pieces + (bytes % pieces == 0 ? 0 : 1);
    }

    /** Joins consecutive runs into one, with the hosts that store most of its bytes. */
    public static RowGroupRun joined(List<RowGroupRun> parts) {
        RowGroupRun first = parts.get(0);
        if (parts.size() == 1) {
            return first;
        }
        RowGroupSet firstRowGroups = first.rowGroups();
        RowGroupSet.Builder rowGroups = firstRowGroups == null ? null : firstRowGroups.otherOfFile();
        Map<String, Long> bytesByHost = new HashMap<>();
        long start = Long.MAX_VALUE;
        long end = 0;
        long bytes = 0;
        long rows = 0;
        for (RowGroupRun part : parts) {
            start = Math.min(start, part.start());
            end = Math.max(end, part.end());
            bytes = SaturatingMath.sum(bytes, part.bytes());
            rows = SaturatingMath.sum(rows, part.rows());
            if (rowGroups != null && part.rowGroups() != null) {
                rowGroups.addAll(part.rowGroups());
            }
            // A run without bytes counts as one byte, so that its hosts are kept.
            part.hosts().forEach(host -> bytesByHost.merge(host, Math.max(1, part.bytes()), SaturatingMath::sum));
        }
        List<String> hosts = BlockHosts.largest(bytesByHost);
        return rowGroups == null
                ? RowGroupRun.ofRange(start, end, hosts)
                : new RowGroupRun(start, end, rowGroups.build(), bytes, rows, hosts);
    }
}
