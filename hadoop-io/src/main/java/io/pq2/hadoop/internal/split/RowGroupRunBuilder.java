package io.pq2.hadoop.internal.split;

import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.read.ScanPlan;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Puts the row groups of a file together to runs that are small beside a split, so that what is remembered of a table does
 * not grow with its row groups but with its bytes.
 */
public final class RowGroupRunBuilder {

    private final int rowGroupsInFile;
    private final long fileLength;
    private final BlockHosts blocks;
    private final long grain;
    private final List<RowGroupRun> runs = new ArrayList<>();

    private RowGroupSet.Builder rowGroups;
    private long start;
    private long end;
    private long bytes;
    private long rows;
    private List<String> hosts;

    /** @param grain how many bytes a run of more than one row group has at most */
    private RowGroupRunBuilder(int rowGroupsInFile, long fileLength, BlockHosts blocks, long grain) {
        this.rowGroupsInFile = rowGroupsInFile;
        this.fileLength = fileLength;
        this.blocks = blocks;
        this.grain = grain;
    }

    /** The runs of the row groups that a scan is going to read, in the order of the file. */
    public static List<RowGroupRun> of(
            ScanPlan plan, int rowGroupsInFile, long fileLength, BlockHosts blocks, long grain) {
        RowGroupRunBuilder file = new RowGroupRunBuilder(rowGroupsInFile, fileLength, blocks, grain);
        plan.rowGroups().forEach(file::add);
        file.finish();
        return List.copyOf(file.runs);
    }

    private void add(RowGroupPlan rowGroup) {
        long[] ranges = ranges(rowGroup);
        long first = fileLength;
        long last = 0;
        for (int i = 0; i < ranges.length; i += 2) {
            first = Math.min(first, ranges[i]);
            last = Math.max(last, ranges[i + 1]);
        }
        List<String> near = ranges.length == 0 ? blocks.of(0, fileLength) : blocks.of(ranges);
        long size = rowGroup.bytes() < 0 ? Long.MAX_VALUE : rowGroup.bytes();
        if (rowGroups != null && (SaturatingMath.sum(bytes, size) > grain || !near.equals(hosts))) {
            finish();
        }
        if (rowGroups == null) {
            rowGroups = new RowGroupSet.Builder(rowGroupsInFile);
            start = fileLength;
            end = 0;
            bytes = 0;
            rows = 0;
            hosts = near;
        }
        rowGroups.add(rowGroup.ordinal());
        start = Math.min(start, first);
        end = Math.max(end, last);
        bytes = SaturatingMath.sum(bytes, size);
        rows = SaturatingMath.sum(rows, rowGroup.rowCount());
    }

    /** The chunks that lie in this file, as pairs of their first byte and the one behind the last. */
    private long[] ranges(RowGroupPlan rowGroup) {
        return rowGroup.chunks().stream()
                .filter(chunk -> chunk.sibling() == null && chunk.length() > 0)
                .flatMapToLong(chunk -> LongStream.of(chunk.range().offset(), end(chunk)))
                .toArray();
    }

    private long end(ChunkPlan chunk) {
        return Math.min(chunk.end(), fileLength);
    }

    private void finish() {
        if (rowGroups != null) {
            // Of no column no byte is read: then it is the file.
            boolean nothing = start > end;
            runs.add(new RowGroupRun(
                    nothing ? 0 : start, nothing ? fileLength : end, rowGroups.build(), bytes, rows, hosts));
            rowGroups = null;
        }
    }
}
