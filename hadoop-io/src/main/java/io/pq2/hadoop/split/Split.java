package io.pq2.hadoop.split;

import io.pq2.hadoop.internal.split.SaturatingMath;
import java.util.List;

/**
 * What one task reads.
 *
 * @param parts at least one; those of the same file follow one another in the order of the file
 * @param hosts the names of at most three hosts that have most of it, the one with the most first; empty if none is near
 */
public record Split(List<FilePart> parts, List<String> hosts) {

    public Split {
        parts = List.copyOf(parts);
        hosts = List.copyOf(hosts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a split of nothing");
        }
    }

    /** How many bytes are to be read. */
    public long bytes() {
        long bytes = 0;
        for (FilePart part : parts) {
            bytes = SaturatingMath.sum(bytes, part.bytes());
        }
        return bytes;
    }

    /** How many rows it has; {@link FilePart#UNKNOWN_ROWS} if that is unknown of any part. */
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
