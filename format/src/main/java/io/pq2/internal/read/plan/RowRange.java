package io.pq2.internal.read.plan;

/**
 * Consecutive rows of a file.
 *
 * @param first the index of the first row
 * @param count the number of rows
 */
public record RowRange(long first, long count) {

    /** All rows of any file. */
    public static final RowRange ALL = new RowRange(0, Long.MAX_VALUE);

    /** Returns the rows that are in another range too; the result may be empty. */
    RowRange intersect(long otherFirst, long otherCount) {
        long from = Math.max(first, otherFirst);
        long end = Math.min(end(first, count), end(otherFirst, otherCount));
        return new RowRange(from, Math.max(0, end - from));
    }

    private static long end(long first, long count) {
        long end = first + count;
        return end < 0 ? Long.MAX_VALUE : end;
    }
}
