package io.pq2.hadoop.internal.split;

import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.hadoop.split.SkippedRowGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;

/**
 * What there is to read of a file.
 *
 * @param runs in the order of the file; one of all bytes if the row groups are not known
 * @param blocks where the bytes are; null if the row groups are known
 * @param skipped row groups that are known not to have wanted rows
 */
public record FileWork(FileStatus file, List<RowGroupRun> runs, BlockHosts blocks, SkippedRowGroups skipped) {

    /** A last range may be this much longer than the others, so that it is not a sliver. */
    private static final double SLOP = 1.1;

    /** How many bytes of it are to be read. */
    public long bytes() {
        long bytes = 0;
        for (RowGroupRun run : runs) {
            bytes = SaturatingMath.sum(bytes, run.bytes());
        }
        return bytes;
    }

    /** All in one. */
    public List<RowGroupRun> uncut() {
        return runs.size() <= 1 ? runs : List.of(joined(runs));
    }

    /**
     * Cut into pieces of even size.
     *
     * @param most how many bytes a piece of more than one run has at most
     * @param atHosts whether to cut where other hosts have the bytes, too
     */
    public List<RowGroupRun> cut(long most, boolean atHosts) {
        if (blocks != null) {
            return ranges(most);
        }
        List<RowGroupRun> pieces = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= runs.size(); i++) {
            boolean ends = i == runs.size()
                    || atHosts && !runs.get(i).hosts().equals(runs.get(begin).hosts());
            if (ends) {
                cutEvenly(runs.subList(begin, i), most, pieces);
                begin = i;
            }
        }
        return pieces;
    }

    private List<RowGroupRun> ranges(long most) {
        List<RowGroupRun> ranges = new ArrayList<>();
        long end = file.getLen();
        long start = 0;
        while ((double) (end - start) / most > SLOP) {
            ranges.add(RowGroupRun.ofRange(start, start + most, blocks.of(start, start + most)));
            start += most;
        }
        ranges.add(RowGroupRun.ofRange(start, end, blocks.of(start, end)));
        return ranges;
    }

    /** Each piece as near to its share of what is left as the runs allow. */
    private static void cutEvenly(List<RowGroupRun> group, long most, List<RowGroupRun> pieces) {
        long left = 0;
        for (RowGroupRun run : group) {
            left = SaturatingMath.sum(left, run.bytes());
        }
        long share = share(left, most);
        long size = 0;
        int begin = 0;
        for (int i = 0; i < group.size(); i++) {
            long bytes = group.get(i).bytes();
            boolean full = SaturatingMath.sum(size, bytes) > most || SaturatingMath.sum(size, bytes / 2) > share;
            if (i > begin && full) {
                pieces.add(joined(group.subList(begin, i)));
                begin = i;
                left -= size;
                share = share(left, most);
                size = 0;
            }
            size = SaturatingMath.sum(size, bytes);
        }
        pieces.add(joined(group.subList(begin, group.size())));
    }

    /** How much each of the fewest pieces would have. */
    private static long share(long bytes, long most) {
        long pieces = Math.max(1, bytes / most + (bytes % most == 0 ? 0 : 1));
        return bytes / pieces + (bytes % pieces == 0 ? 0 : 1);
    }

    /** One of some, with the hosts that have most of it. */
    public static RowGroupRun joined(List<RowGroupRun> parts) {
        RowGroupRun first = parts.get(0);
        if (parts.size() == 1) {
            return first;
        }
        RowGroupSet.Builder rowGroups = first.rowGroups() == null
                ? null
                : new RowGroupSet.Builder(first.rowGroups().inFile());
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
            if (rowGroups != null) {
                rowGroups.addAll(part.rowGroups());
            }
            // Hosts of what has no bytes are hosts, too.
            part.hosts().forEach(host -> bytesByHost.merge(host, Math.max(1, part.bytes()), SaturatingMath::sum));
        }
        List<String> hosts = BlockHosts.most(bytesByHost);
        return rowGroups == null
                ? RowGroupRun.ofRange(start, end, hosts)
                : new RowGroupRun(start, end, rowGroups.build(), bytes, rows, hosts);
    }
}
