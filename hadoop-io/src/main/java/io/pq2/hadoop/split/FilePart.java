package io.pq2.hadoop.split;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The part of a file that one task reads: certain row groups, or the row groups whose midpoint lies in a byte range.
 *
 * @param file the index of the file in the list of planned files
 * @param path the path of the file
 * @param fileLength the length of the whole file in bytes, which saves the task a request
 * @param start the offset of the first byte of the byte range, or of the first byte that is read of {@code rowGroups}
 * @param length the number of bytes of the byte range, or from {@code start} to the last byte that is read of
 *     {@code rowGroups}
 * @param rowGroups the row groups; null for the row groups whose midpoint lies in the byte range
 * @param bytes the number of bytes to read: the column chunks that are read, or the whole byte range without
 *     {@code rowGroups}
 * @param rows the number of rows of the row groups; {@link #UNKNOWN_ROWS} without {@code rowGroups}
 * @param hosts the names of hosts that store the part, in descending order of their bytes; empty if they are unknown
 */
public record FilePart(
        int file,
        Path path,
        long fileLength,
        long start,
        long length,
        @Nullable RowGroupSet rowGroups,
        long bytes,
        long rows,
        List<String> hosts) {

    /** The number of rows when the footer has not been read. */
    public static final long UNKNOWN_ROWS = -1;

    /**
     * Checks the byte range.
     *
     * @throws IllegalArgumentException if the byte range does not lie within the file
     */
    public FilePart {
        Objects.requireNonNull(path, "path");
        hosts = List.copyOf(hosts);
        if (start < 0 || length < 0 || start > fileLength - length) {
            throw new IllegalArgumentException(
                    "start " + start + " and length " + length + " do not fit into a file of " + fileLength + " bytes");
        }
    }
}
