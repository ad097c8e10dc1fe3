package io.pq2.internal.read.plan;

/**
 * Rows of a file one behind the other.
 *
 * @param first the index of the first one
 * @param count how many
 */
public record RowRange(long first, long count) {

    public static final RowRange ALL = new RowRange(0, Long.MAX_VALUE);

    /** The rows that lie in another range too; none if there are none. */
    RowRange within(long otherFirst, long otherCount) {
        long from = Math.max(first, otherFirst);
        long end = Math.min(end(first, count), end(otherFirst, otherCount));
        return new RowRange(from, Math.max(0, end - from));
    }

    private static long end(long first, long count) {
        long end = first + count;
        return end < 0 ? Long.MAX_VALUE : end;
    }
}
