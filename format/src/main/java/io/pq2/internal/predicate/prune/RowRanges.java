package io.pq2.internal.predicate.prune;

import java.util.Arrays;

/** Some of the rows of a row group: ranges of row indexes, ascending, that neither overlap nor touch. Immutable. */
public final class RowRanges {

    /** No row. */
    public static final RowRanges NONE = new RowRanges(new long[0]);

    /** The first row of a range, then the row behind its last one, for each range. */
    private final long[] bounds;

    private RowRanges(long[] bounds) {
        this.bounds = bounds;
    }

    /** The rows from one to another (exclusive); none if that is not behind it. */
    public static RowRanges of(long from, long to) {
        return from < to ? new RowRanges(new long[] {from, to}) : NONE;
    }

    /** The number of ranges. */
    public int size() {
        return bounds.length / 2;
    }

    /** The first row of a range. */
    public long from(int range) {
        return bounds[2 * range];
    }

    /** The row behind the last one of a range. */
    public long to(int range) {
        return bounds[2 * range + 1];
    }

    /** Whether there is no row. */
    public boolean isEmpty() {
        return bounds.length == 0;
    }

    /** The number of rows. */
    public long count() {
        long count = 0;
        for (int i = 0; i < size(); i++) {
            count += to(i) - from(i);
        }
        return count;
    }

    /** The index of the first range that ends behind a row; {@link #size} if there is none. */
    public int firstEndingBehind(long row) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (to(middle) > row) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Whether one of the rows from one to another (exclusive) is among these. */
    public boolean intersects(long from, long to) {
        int range = firstEndingBehind(from);
        return range < size() && from(range) < to;
    }

    /** The rows that are in both. */
    public RowRanges and(RowRanges other) {
        Builder both = new Builder();
        int i = 0;
        int j = 0;
        while (i < size() && j < other.size()) {
            both.add(Math.max(from(i), other.from(j)), Math.min(to(i), other.to(j)));
            if (to(i) < other.to(j)) {
                i++;
            } else {
                j++;
            }
        }
        return both.build();
    }

    /** The rows that are in one of them or both. */
    public RowRanges or(RowRanges other) {
        Builder either = new Builder();
        int i = 0;
        int j = 0;
        while (i < size() || j < other.size()) {
            if (j == other.size() || (i < size() && from(i) <= other.from(j))) {
                either.add(from(i), to(i));
                i++;
            } else {
                either.add(other.from(j), other.to(j));
                j++;
            }
        }
        return either.build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowRanges ranges && Arrays.equals(bounds, ranges.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < size(); i++) {
            text.append(i == 0 ? "" : ", ").append(from(i)).append("..").append(to(i) - 1);
        }
        return text.append(']').toString();
    }

    /** Puts ranges together that come in the order of where they begin. */
    public static final class Builder {

        private long[] bounds = new long[8];
        private int length;

        /** Adds the rows from one to another (exclusive), none if that is not behind it. */
        public void add(long from, long to) {
            if (from >= to) {
                return;
            }
            if (length > 0 && from < bounds[length - 2]) {
                throw new IllegalArgumentException("row " + from + " after row " + bounds[length - 2]);
            }
            if (length > 0 && from <= bounds[length - 1]) {
                bounds[length - 1] = Math.max(bounds[length - 1], to);
                return;
            }
            if (length == bounds.length) {
                bounds = Arrays.copyOf(bounds, length * 2);
            }
            bounds[length++] = from;
            bounds[length++] = to;
        }

        /** The ranges so far. */
        public RowRanges build() {
            return length == 0 ? NONE : new RowRanges(Arrays.copyOf(bounds, length));
        }
    }
}
