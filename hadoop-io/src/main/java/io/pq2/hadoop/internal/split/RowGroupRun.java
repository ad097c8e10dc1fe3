package io.pq2.hadoop.internal.split;

import io.pq2.hadoop.split.FilePart;
import io.pq2.hadoop.split.RowGroupSet;
import java.util.List;

/**
 * Row groups of a file that follow one another, but for those that are not wanted; or, where the footer is not known, a range of
 * the file.
 *
 * @param start see {@link FilePart}
 * @param end the byte behind the last
 * @param rowGroups see {@link FilePart}
 * @param bytes see {@link FilePart}
 * @param rows see {@link FilePart}
 * @param hosts see {@link FilePart}
 */
public record RowGroupRun(long start, long end, RowGroupSet rowGroups, long bytes, long rows, List<String> hosts) {

    /** A range of bytes. */
    public static RowGroupRun ofRange(long start, long end, List<String> hosts) {
        return new RowGroupRun(start, end, null, end - start, FilePart.UNKNOWN_ROWS, hosts);
    }

    /** Whether this one and a later one of the same file can be one part of a split. Ranges have to touch. */
    public boolean canBeJoined(RowGroupRun later) {
        return rowGroups != null || end == later.start;
    }
}
