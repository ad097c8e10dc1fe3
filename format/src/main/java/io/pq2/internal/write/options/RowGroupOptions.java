package io.pq2.internal.write.options;

import io.pq2.write.SortedBy;
import java.util.List;

/**
 * The size and order of row groups.
 *
 * @param bytes the target size of a row group in the file, in bytes
 * @param maxPaddingBytes the maximum padding in front of a row group on a file system with blocks, in bytes; 0 ignores
 *     blocks
 * @param rows the maximum number of rows of a row group
 * @param sortedBy the columns by which the rows are sorted, most significant first; empty when the rows have no
 *     declared order
 */
public record RowGroupOptions(long bytes, long maxPaddingBytes, long rows, List<SortedBy> sortedBy) {

    /** 128 MiB, up to 8 MiB of padding, any number of rows in any order. */
    public static final RowGroupOptions DEFAULT = new RowGroupOptions(128L << 20, 8L << 20, Long.MAX_VALUE, List.of());

    /** Copies the list. */
    public RowGroupOptions {
        sortedBy = List.copyOf(sortedBy);
    }

    /** Returns these options with another target size, in bytes. */
    public RowGroupOptions withBytes(long value) {
        return new RowGroupOptions(value, maxPaddingBytes, rows, sortedBy);
    }

    /** Returns these options with another maximum padding, in bytes. */
    public RowGroupOptions withMaxPaddingBytes(long value) {
        return new RowGroupOptions(bytes, value, rows, sortedBy);
    }

    /** Returns these options with another maximum number of rows. */
    public RowGroupOptions withRows(long value) {
        return new RowGroupOptions(bytes, maxPaddingBytes, value, sortedBy);
    }

    /** Returns these options with another declared order of the rows. */
    public RowGroupOptions withSortedBy(List<SortedBy> value) {
        return new RowGroupOptions(bytes, maxPaddingBytes, rows, value);
    }
}
