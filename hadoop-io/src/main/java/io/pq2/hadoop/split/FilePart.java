package io.pq2.hadoop.split;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * What one task reads of one file: certain row groups, or those whose mid-point lies in a range of bytes.
 *
 * @param file the index of the file among those that were planned
 * @param path the file
 * @param fileLength the length of the whole file in bytes, so that the task need not ask for it
 * @param start the offset of the first byte; with {@code rowGroups}, of the first byte of them that is read
 * @param length the number of bytes of the range; with {@code rowGroups}, up to the last byte of them that is read
 * @param rowGroups the row groups; null if they are those whose mid-point lies in the range
 * @param bytes how many bytes are to be read: those of the wanted columns, or, without {@code rowGroups}, all of the range
 * @param rows how many rows the row groups have; {@link #UNKNOWN_ROWS} without {@code rowGroups}
 * @param hosts the names of the hosts that have the part, those with the most of it first; empty if none is near
 */
public record FilePart(
        int file,
        Path path,
        long fileLength,
        long start,
        long length,
        RowGroupSet rowGroups,
        long bytes,
        long rows,
        List<String> hosts) {

    /** Stands for a number of rows that only the footer knows. */
    public static final long UNKNOWN_ROWS = -1;

    public FilePart {
        Objects.requireNonNull(path, "path");
        hosts = List.copyOf(hosts);
        if (start < 0 || length < 0 || start > fileLength - length) {
            throw new IllegalArgumentException(
                    "not a part of a file of " + fileLength + " bytes: start " + start + ", length " + length);
        }
    }
}
