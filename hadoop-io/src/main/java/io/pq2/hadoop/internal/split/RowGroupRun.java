package io.pq2.hadoop.internal.split;

import io.pq2.hadoop.split.FilePart;
import io.pq2.hadoop.split.RowGroupSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive row groups of a file without the skipped ones; or a byte range, if the footer has not been read.
 *
 * @param start the first offset, as in {@link FilePart}
 * @param end the offset after the last byte
 * @param rowGroups the row groups, as in {@link FilePart}
 * @param bytes the number of bytes to read, as in {@link FilePart}
 * @param rows the number of rows, as in {@link FilePart}
 * @param hosts the hosts, as in {@link FilePart}
 */
public record RowGroupRun(
        long start, long end, @Nullable RowGroupSet rowGroups, long bytes, long rows, List<String> hosts) {

    /** Returns a run of the row groups whose midpoint lies in a byte range. */
    public static RowGroupRun ofRange(long start, long end, List<String> hosts) {
        return new RowGroupRun(start, end, null, end - start, FilePart.UNKNOWN_ROWS, hosts);
    }

    /** Whether this run and a later run of the same file can form one part of a split. Byte ranges must be adjacent. */
    public boolean canBeJoined(RowGroupRun later) {
        return rowGroups != null || end == later.start;
    }
}
