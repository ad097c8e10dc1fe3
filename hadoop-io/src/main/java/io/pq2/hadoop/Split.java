package io.pq2.hadoop;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * A part of a file that one task reads: the row groups whose mid-point lies in it.
 *
 * @param path the file
 * @param start the offset of the part's first byte
 * @param length the number of bytes of the part
 * @param fileLength the length of the whole file, so that the task need not ask for it
 * @param hosts the names of the hosts that have the part, those with the most of it first; empty if unknown
 */
public record Split(Path path, long start, long length, long fileLength, List<String> hosts) {

    public Split {
        Objects.requireNonNull(path, "path");
        hosts = List.copyOf(hosts);
        if (start < 0 || length < 0 || start > fileLength - length) {
            throw new IllegalArgumentException(
                    "not a part of a file of " + fileLength + " bytes: start " + start + ", length " + length);
        }
    }
}
