package io.pq2.hadoop.internal.split;

import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.read.ScanPlan;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Joins the row groups of a file into runs that are much smaller than a split. The memory for a table then depends on
 * its bytes instead of its number of row groups.
 */
public final class RowGroupRunBuilder {

    private final RowGroupSet none;
    private final long fileLength;
    private final BlockHosts blocks;
    private final long maxRunBytes;
    private final List<RowGroupRun> runs = new ArrayList<>();

    /** The run that row groups are added to; absent before the first row group. */
    private @Nullable OpenRun open;

    private RowGroupRunBuilder(RowGroupSet none, long fileLength, BlockHosts blocks, long maxRunBytes) {
        this.none = none;
        this.fileLength = fileLength;
        this.blocks = blocks;
        this.maxRunBytes = maxRunBytes;
    }

    /**
     * Returns the runs of the row groups that a scan reads, in the order of the file.
     *
     * @param none a set of no row groups of the file
     * @param maxRunBytes the maximum number of bytes of a run of more than one row group
     */
    public static List<RowGroupRun> of(
            ScanPlan plan, RowGroupSet none, long fileLength, BlockHosts blocks, long maxRunBytes) {
        RowGroupRunBuilder builder = new RowGroupRunBuilder(none, fileLength, blocks, maxRunBytes);
        plan.rowGroups().forEach(builder::add);
        builder.finish();
        return List.copyOf(builder.runs);
    }

    private void add(RowGroupPlan rowGroup) {
        long[] ranges = ranges(rowGroup);
        List<String> hosts = ranges.length == 0 ? blocks.of(0, fileLength) : blocks.of(ranges);
        long size = rowGroup.bytes() < 0 ? Long.MAX_VALUE : rowGroup.bytes();
        if (open != null && !open.accepts(size, hosts)) {
            finish();
        }
        if (open == null) {
            open = new OpenRun(hosts);
        }
        open.add(rowGroup, ranges, size);
    }

    /**
     * Returns the byte ranges of the chunks in this file, as pairs of the first offset and the offset after the last
     * byte.
     */
    private long[] ranges(RowGroupPlan rowGroup) {
        return rowGroup.chunks().stream()
                .filter(chunk -> chunk.externalFile() == null && chunk.length() > 0)
                .flatMapToLong(chunk -> LongStream.of(chunk.offset(), end(chunk)))
                .toArray();
    }

    private long end(ChunkPlan chunk) {
        return Math.min(chunk.end(), fileLength);
    }

    private void finish() {
        if (open != null) {
            runs.add(open.build());
            open = null;
        }
    }

    /** A run that may still grow. */
    private final class OpenRun {

        private final RowGroupSet.Builder rowGroups = none.otherOfFile();
        private final List<String> hosts;
        private long start = fileLength;
        private long end;
        private long bytes;
        private long rows;

        OpenRun(List<String> hosts) {
            this.hosts = hosts;
        }

        boolean accepts(long size, List<String> rowGroupHosts) {
            return SaturatingMath.sum(bytes, size) <= maxRunBytes && rowGroupHosts.equals(hosts);
        }

        void add(RowGroupPlan rowGroup, long[] ranges, long size) {
            rowGroups.add(rowGroup.ordinal());
            for (int i = 0; i < ranges.length; i += 2) {
                start = Math.min(start, ranges[i]);
                end = Math.max(end, ranges[i + 1]);
            }
            bytes = SaturatingMath.sum(bytes, size);
            rows = SaturatingMath.sum(rows, rowGroup.rowCount());
        }

        RowGroupRun build() {
            // A scan without columns reads no bytes; its run extends over the whole file.
            boolean empty = start > end;
            return new RowGroupRun(empty ? 0 : start, empty ? fileLength : end, rowGroups.build(), bytes, rows, hosts);
        }
    }
}
