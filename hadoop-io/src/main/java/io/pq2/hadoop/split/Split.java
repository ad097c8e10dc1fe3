package io.pq2.hadoop.split;

import io.pq2.hadoop.internal.split.SaturatingMath;
import java.util.List;

/**
 * The parts of files that one task reads.
 *
 * @param parts at least one part; parts of the same file are consecutive and in the order of the file
 * @param hosts the names of at most three hosts that store most of the bytes, in descending order; empty if they are
 *     unknown
 */
public record Split(List<FilePart> parts, List<String> hosts) {

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if there are no parts
     */
    public Split {
        parts = List.copyOf(parts);
        hosts = List.copyOf(hosts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a split without parts");
        }
    }

    /** Returns the number of bytes to read. */
    public long bytes() {
        long bytes = 0;
        for (FilePart part : parts) {
            bytes = SaturatingMath.sum(bytes, part.bytes());
        }
        return bytes;
    }

    /** Returns the number of rows; {@link FilePart#UNKNOWN_ROWS} if the number of any part is unknown. */
    public long rows() {
        long rows = 0;
        for (FilePart part : parts) {
            if (part.rows() == FilePart.UNKNOWN_ROWS) {
                return FilePart.UNKNOWN_ROWS;
            }
            rows = SaturatingMath.sum(rows, part.rows());
        }
        return rows;
    }
}
